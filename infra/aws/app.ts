import { Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import { resolve } from 'node:path'
import { functionIds } from '../../lib/contract/functions.ts'
import { bundleFunctions } from '../bundle/bundle.ts'
import { builtWeb } from '../web-assets/built.ts'
import { newApp } from './new-app.ts'
import { readStackSettings } from './settings.ts'
import { TasksStack } from './stack.ts'

const bundles = resolve(import.meta.dirname, '../../dist/functions')

const app = newApp()
try {
  const settings = readStackSettings(app.node.getAllContext() as Record<string, unknown>) // JSON, whatever it is
  await bundleFunctions(functionIds, bundles)
  new TasksStack(app, settings, { functions: bundles, web: await builtWeb() })
  // a finding fails the synthesis, so that nothing is deployed with one
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
  app.synth()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
