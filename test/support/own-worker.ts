import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * What a file says that changes its worker for others, depends on what they have left there, or is long anyway. Faults of the tap
 * are none of it: they end with each file (`leftovers.setup.ts`).
 */
const marks = [
  /\bvi\.(?!fn\b)/, // the clock, variables of the environment, functions of the process
  /\b(?:process|globalThis)(?:\.\w+)* (?:\?\?)?= |\bassign\((?:process|globalThis)\b/,
  /\bprocess\.(?:on|once|chdir)\b/,
  /\b(?:useTable|useQueue|separateWorlds|startService)\b/, // what the handlers of a process use
  /\b(?:limits\.functionTimeoutMs|support\/queue)\b/, // deadlines, sent messages
  /\b(?:child_process|service-process)\b/, // processes of their own
]

/** The files that make what a worker's files share. They leave nothing else behind. */
const common = ['api', 'browser', 'leftovers', 'profile', 'queue', 'tenant', 'web', 'web-service'].map(
  (name) => `test/support/${name}.ts`,
)

const importsOf = (file: string, text: string): string[] =>
  Array.from(text.matchAll(/\b(?:from|import) '(\.[^']+\.ts)'/g), ([, path = '']) =>
    join(dirname(file), path),
  ).filter((path) => path.startsWith('test/') && !common.includes(path) && existsSync(path))

/** Whether a test file needs a worker of its own, by what it and the files of `test/` that it imports say. */
export function needsOwnWorker(file: string, seen = new Set<string>()): boolean {
  if (seen.has(file)) return false
  seen.add(file)
  const text = readFileSync(file, 'utf8')
  return (
    marks.some((mark) => mark.test(text)) || importsOf(file, text).some((path) => needsOwnWorker(path, seen))
  )
}
