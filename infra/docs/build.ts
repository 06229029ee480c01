import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { docsArtefacts } from './artefacts.ts'

const root = resolve(import.meta.dirname, '../..')

const readIfThere = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined // not built yet
  }
}

/** `npm run docs:build` writes the generated files; with --check it only reports which are out of date. */
const isCheck = process.argv.includes('--check')
for (const { path, content } of await docsArtefacts()) {
  const file = join(root, path)
  if (readIfThere(file) === content) continue
  if (isCheck) {
    console.error(`${path} is out of date: run npm run docs:build`)
    process.exitCode = 1
  } else {
    writeFileSync(file, content)
    console.log(`${path} is written`)
  }
}
