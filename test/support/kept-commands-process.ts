import { runCommandLine } from '../../infra/command-line.ts'
import type { Ending, KeptCommand } from './kept-commands.ts'

/** Loads a program when it is first asked for: most files need one of them. */
const programs = {
  admin: async () => (await import('../../infra/admin/command.ts')).adminCommand('npm run admin --'),
  tasks: async () => (await import('../../infra/tasks/command.ts')).tasksCommand(),
}

const { PATH } = process.env
const words = process.argv.slice(0, 2)

/** Runs one command as its own process would: with its variables, words, exit code and output. */
async function run({ program, variables, args }: KeptCommand): Promise<Ending> {
  for (const name of Object.keys(process.env)) Reflect.deleteProperty(process.env, name)
  Object.assign(process.env, { PATH, ...variables })
  process.argv = [...words, ...args]
  process.exitCode = 0
  const written = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    process[name].write = (text: string | Uint8Array) => {
      written[name] += String(text)
      return true
    }
  await runCommandLine(await programs[program](), 'error')
  process.stdout.removeAllListeners('error') // each command adds one
  return { code: process.exitCode, ...written }
}

let last: Promise<unknown> = Promise.resolve()

process.on('message', (command: KeptCommand) => {
  last = last.then(async () => {
    process.send?.({ id: command.id, ...(await run(command)) })
  })
})
