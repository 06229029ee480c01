import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

const smallest = {
  'web/index.html': '<!doctype html><title>Small</title><script type="module" src="/main.ts"></script>',
  'web/main.ts': 'document.title = import.meta.env.PROD ? "For production" : "For development"',
  'web/vite.config.ts': 'export default { build: { modulePreload: { polyfill: false } } }',
  'client/src/index.ts': 'export const client = 1',
  'lib/contract/limits.ts': 'export const maxLabelCharacters = 1',
  'tsconfig.json': '{}',
  'package-lock.json': '{}',
}

/** Makes a project with a web interface of a few lines, which goes with the test. */
export function makeProject(changes: Record<string, string> = {}): string {
  const root = mkdtempSync(join(tmpdir(), 'tasks-api-project-'))
  onTestFinished(() => {
    rmSync(root, { recursive: true })
  })
  write(root, { ...smallest, ...changes })
  return root
}

/** Writes files by their paths. */
export function write(root: string, files: Record<string, string>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
}
