import { Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import { resolve } from 'node:path'
import cdkJson from '../../cdk.json' with { type: 'json' }
import { functionIds } from '../../functions/index.ts'
import { bundleFunctions } from '../bundle/bundle.ts'
import { bundleCanary } from '../bundle/canary.ts'
import { builtDocs, builtWeb } from '../web-assets/built.ts'
import { newApp, TasksStack } from './stack.ts'
import { readStackSettings } from './stage-settings.ts'

const bundles = resolve(import.meta.dirname, '../../dist/functions')
const canary = resolve(import.meta.dirname, '../../dist/canary')

const { context: shared = {} } = cdkJson as { context?: Record<string, unknown> }

const app = newApp()
try {
  const settings = readStackSettings(app.node.getAllContext() as Record<string, unknown>, { shared }) // JSON, whatever it is
  await bundleFunctions(functionIds, bundles)
  if (settings.canaryTokenParameter !== undefined) await bundleCanary(canary)
  new TasksStack(app, settings, {
    functions: bundles,
    canary,
    web: await builtWeb(),
    docs: await builtDocs(),
  })
  // a finding fails the synthesis, so that nothing is deployed with one
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
  app.synth()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
