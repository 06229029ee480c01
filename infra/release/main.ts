import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }
import { commandLine, runCommandLine } from '../command-line.ts'
import { releaseNotes } from './notes.ts'

const changelog = resolve(import.meta.dirname, '../../CHANGELOG.md')

const program = commandLine(
  'npm run release:notes --',
  'Print the notes of a release, or say why there are none.',
)
  .argument('<tag>', 'the tag of the release, such as v1.2.3')
  .action((tag: string) => {
    console.log(releaseNotes(tag, manifest.version, readFileSync(changelog, 'utf8')))
  })

await runCommandLine(program, 'tasks-api')
