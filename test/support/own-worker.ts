import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * What a file says that lasts longer than the file. All else that it changes ends with it (`leftovers.setup.ts`): faults of the
 * tap, spies, variables of the environment, the table and the queue of the handlers, deadlines, and a clock that it has stopped.
 */
const marks = [
  // a clock that was set leaves times to come in what this process remembers; modules that were loaded anew are not those of others
  /\bvi\.(?:setSystemTime|resetModules|advanceTimers|runAll)|useFakeTimers\((?:\)|\{[^}]*\bnow\b)/,
  /\bglobalThis(?:\.\w+)* (?:\?\?)?= |\bassign\(globalThis\b/,
  /\bprocess\.(?:on|once|chdir)\b/,
  /^\/\/ Own worker: /m, // what the file looks at happens once in a process
]

/** The files that make what a worker's files share. They leave nothing else behind. */
const common = [
  ...['api', 'browser', 'leftovers', 'profile', 'queue', 'tenant', 'web', 'web-service'].map(
    (name) => `test/support/${name}.ts`,
  ),
  'test/harness/temp-folder.ts', // what it leaves to the end of the process harms nobody
]

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
