import { resolve } from 'node:path'
import { bundleCanary } from '../bundle/canary.ts'
import { builtDocs, builtFunctions, builtWeb } from '../web-assets/built.ts'
import { synthesize } from './synthesize.ts'

const canary = resolve(import.meta.dirname, '../../dist/canary')

await synthesize(async ({ canaryTokenParameter }) => {
  if (canaryTokenParameter !== undefined) await bundleCanary(canary)
  return { functions: await builtFunctions(), canary, web: await builtWeb(), docs: await builtDocs() }
})
