import { fork, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { compileCache } from './compile-cache.ts'

/** A command for the kept process: its program, environment and words. */
export interface KeptCommand {
  id: string
  program: 'admin' | 'tasks'
  variables: Record<string, string>
  args: string[]
}

/** The exit code and the output of a command. */
export interface Ending {
  code: number | null
  stdout: string
  stderr: string
}

let kept: ChildProcess | undefined

/** Starts the process of this worker, unless it runs. It ends with the worker, whose end closes the channel between them. */
function keep(): ChildProcess {
  if (kept?.connected) return kept
  const child = fork('test/support/kept-commands-process.ts', {
    env: { PATH: process.env.PATH, ...compileCache },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  child.setMaxListeners(0) // a file may send all its commands at once
  child.unref()
  child.channel?.unref()
  kept = child
  return child
}

/**
 * Runs `npm run admin` or `npx tasks` with only the given environment variables, in a process that runs all commands of this
 * worker, one after the other: to load the code takes a process longer than to run a command. Commands whose process is the
 * subject run in one of their own (`adminProcess` in test/infra/admin/cli.ts, `tasks` in test/infra/tasks/run.ts).
 */
function runKept(
  program: KeptCommand['program'],
  variables: Record<string, string>,
  args: string[],
): Promise<Ending> {
  const child = keep()
  const command: KeptCommand = { id: randomUUID(), program, variables, args }
  return new Promise((resolve, reject) => {
    const onMessage = (message: unknown) => {
      const { id, ...ending } = message as Ending & { id: string } // the process sends nothing else
      if (id !== command.id) return
      forget()
      resolve(ending)
    }
    const onExit = () => {
      forget()
      reject(new Error(`The process of the commands ended before ${args.join(' ')} did.`))
    }
    const forget = () => child.off('message', onMessage).off('exit', onExit)
    child.on('message', onMessage).on('exit', onExit)
    child.send(command)
  })
}

/** Runs a command of `npm run admin`. */
export const keptAdmin = (variables: Record<string, string>, ...args: string[]): Promise<Ending> =>
  runKept('admin', variables, args)

/** Runs a command of `npx tasks`. */
export const keptTasks = (args: string[], variables: Record<string, string>): Promise<Ending> =>
  runKept('tasks', variables, args)
