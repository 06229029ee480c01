import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }
import { releaseNotes } from './notes.ts'

const changelog = resolve(import.meta.dirname, '../../CHANGELOG.md')

/** `npm run release:notes -- v1.2.3` prints the notes of that release, or says why there are none. */
try {
  console.log(releaseNotes(process.argv[2] ?? '', manifest.version, readFileSync(changelog, 'utf8')))
} catch (error) {
  console.error(`tasks-api: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
