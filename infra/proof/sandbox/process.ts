import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** A process that can be stopped and continued. */
export interface Freezable {
  readonly pid: number
  /** Ends with the process, whoever ended it: with its exit code, or the signal. */
  readonly ended: Promise<number | NodeJS.Signals>
  freeze: () => void
  thaw: () => void
  /** Ends it, frozen or not. */
  kill: () => Promise<void>
}

/**
 * Kills the process when this one is gone, whatever its end: its end of the pipe closes then. A frozen process would
 * otherwise stay for good.
 */
const keeper = 'read -r _; kill -KILL "$0"'

function keep(pid: number): ChildProcess {
  const stdio = ['pipe', 'ignore', 'ignore'] as const
  // a group of its own, so that a Ctrl-C in the terminal does not end it before its work is done
  return spawn('/bin/sh', ['-c', keeper, String(pid)], { stdio: [...stdio], detached: true })
}

/**
 * How Lambda's runtime calls Node: the heap follows the function's memory.
 * @param memoryMiB of the function
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
 * Starts Node on a program, with these variables alone.
 * @param onLine takes each line that it writes
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
    detached: true, // a group of its own: a Ctrl-C must not reach it apart from what tests it
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
  const ended = once(child, 'exit').then(([code, signal]) => {
    guard.kill('SIGKILL')
    return (code ?? signal) as number | NodeJS.Signals // one of the two is there
  })
  return {
    pid,
    ended,
    freeze: () => child.kill('SIGSTOP'),
    thaw: () => child.kill('SIGCONT'),
    kill: async () => {
      child.kill('SIGKILL') // which a stopped process obeys too
      await ended
    },
  }
}
