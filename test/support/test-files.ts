import { globSync, readFileSync } from 'node:fs'

/** The patterns in the table of CONTRIBUTING.md of what only `npm run test:all` runs. test/docs.test.ts finds the files of each. */
const onlyInAll = Array.from(
  readFileSync('CONTRIBUTING.md', 'utf8').matchAll(/^\| (`test\/[^|]+`) +\|/gm),
  ([, cell = '']) => Array.from(cell.matchAll(/`([^`]+)`/g), ([, pattern = '']) => pattern),
).flat()

/** The test files of `npm run test:all`, or of `npm test`. */
export function testFiles(command: 'test' | 'test:all'): string[] {
  const left = command === 'test' ? globSync(onlyInAll) : []
  return globSync('test/**/*.test.ts', { exclude: ['**/node_modules/**'] }).filter(
    (file) => !left.includes(file),
  )
}
