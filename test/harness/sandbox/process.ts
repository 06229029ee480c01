import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** A process that can be stopped and continued. */
export interface Freezable {
  readonly pid: number
  /** Resolves when the process has ended for any reason: to its exit code, or to the signal. */
  readonly ended: Promise<number | NodeJS.Signals>
  freeze: () => void
  thaw: () => void
  /** Kills it, frozen or not. */
  kill: () => Promise<void>
}

/**
 * A shell program that kills the process when this one has ended for any reason, which closes the pipe. Otherwise a
 * frozen process would stay forever.
 */
const keeper = 'read -r _; kill -KILL "$0"'

function keep(pid: number): ChildProcess {
  const stdio = ['pipe', 'ignore', 'ignore'] as const
  // its own process group, so that Ctrl-C in the terminal does not end it before it has done its work
  return spawn('/bin/sh', ['-c', keeper, String(pid)], { stdio: [...stdio], detached: true })
}

/**
 * The flags with which Lambda's runtime starts Node. The heap size depends on the function's memory.
 * @param memoryMiB the function's memory
 */
const nodeFlags = (memoryMiB: number): string[] => {
  const newSpaceMiB = Math.floor(memoryMiB / 10)
  return [
    '--expose-gc',
    '--max-http-header-size=81920',
    `--max-semi-space-size=${Math.floor(newSpaceMiB / 2)}`,
    `--max-old-space-size=${memoryMiB - newSpaceMiB}`,
  ]
}

/**
 * Starts Node with a program and only these environment variables.
 * @param onLine called with each line that it writes
 */
export function startNode(
  program: string,
  memoryMiB: number,
  env: Record<string, string>,
  onLine: (line: string) => void,
): Freezable {
  const child = spawn(process.execPath, [...nodeFlags(memoryMiB), program], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true, // its own process group, so that Ctrl-C reaches only the test that controls it
  })
  const { pid } = child
  if (pid === undefined) throw new Error(`${process.execPath} cannot be started.`)
  const guard = keep(pid)
  for (const stream of [child.stdout, child.stderr]) {
    let rest = ''
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) onLine(line)
    })
  }
  const ended = once(child, 'close').then(([code, signal]) => {
    guard.kill('SIGKILL')
    return (code ?? signal) as number | NodeJS.Signals // one of the two is set
  })
  return {
    pid,
    ended,
    freeze: () => child.kill('SIGSTOP'),
    thaw: () => child.kill('SIGCONT'),
    kill: async () => {
      child.kill('SIGKILL') // which also works on a stopped process
      await ended
    },
  }
}
