import { resolve } from 'node:path'
import { synthesize } from '../aws/synthesize.ts'

const built = (name: string) => resolve(import.meta.dirname, '../../dist', name)

// bundled, this is infra/aws/app.mjs in the archive: nothing is built there
await synthesize(() => ({
  functions: built('functions'),
  canary: built('canary'),
  web: built('web'),
  docs: built('docs'),
}))
