import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { newTempFolder } from '../../harness/temp-folder.ts'

const smallest = {
  'web/index.html': '<!doctype html><title>Small</title><script type="module" src="/main.ts"></script>',
  'web/main.ts': 'document.title = import.meta.env.PROD ? "For production" : "For development"',
  'web/vite.config.ts': 'export default { build: { modulePreload: { polyfill: false } } }',
  'client/src/index.ts': 'export const client = 1',
  'lib/contract/limits.ts': 'export const maxLabelCharacters = 1',
  'lib/contract/fold.ts': '',
  'lib/contract/cut.ts': '',
  'lib/contract/webhook-formats.ts': '',
  'tsconfig.json': '{}',
  'package-lock.json': '{}',
}

/** Creates a project with a tiny web interface. It is deleted after the test. */
export function makeProject(changes: Record<string, string> = {}): string {
  const root = newTempFolder()
  write(root, { ...smallest, ...changes })
  return root
}

/** Writes files, given by path and content. */
export function write(root: string, files: Record<string, string>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
}
