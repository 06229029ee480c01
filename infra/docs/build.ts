import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { commandLine, runCommandLine } from '../command-line.ts'
import { docsArtefacts } from './artefacts.ts'

const root = resolve(import.meta.dirname, '../..')

const readIfThere = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined // not built yet
  }
}

async function build({ check }: { check?: true }): Promise<void> {
  for (const { path, content } of await docsArtefacts()) {
    const file = join(root, path)
    if (readIfThere(file) === content) continue
    if (check) {
      console.error(`${path} is out of date: run npm run docs:build`)
      process.exitCode = 1
    } else {
      writeFileSync(file, content)
      console.log(`${path} is written`)
    }
  }
}

const program = commandLine('npm run docs:build --', 'Write the files that are made of the contract.')
  .option('--check', 'only say which are out of date')
  .action(build)

await runCommandLine(program, 'docs:build')
