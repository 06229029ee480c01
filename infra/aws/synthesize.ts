import { Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import cdkJson from '../../cdk.json' with { type: 'json' }
import type { Settings } from './settings.ts'
import { newApp, TasksStack, type Builds } from './stack.ts'
import { readStackSettings, stageNames } from './stage-settings.ts'

const { context: shared = {} } = cdkJson as { context?: Record<string, unknown> }

/**
 * Synthesizes the stack of a stage, as the CDK asks for it in its context. What is wrong is one message, and exit code 1.
 * @param build returns the folders of the builds, once the settings are known to be right
 */
export async function synthesize(build: (settings: Settings) => Builds | Promise<Builds>): Promise<void> {
  const app = newApp()
  try {
    const settings = readStackSettings(app.node.getAllContext() as Record<string, unknown>, { shared }) // JSON, whatever it is
    if (app.node.tryGetContext('stageName') === undefined) {
      const others = `--context stageName=<stage> names another, such as ${stageNames().join(' or ')}`
      console.error(`This is the stage ${settings.stageName}; ${others}.`)
    }
    new TasksStack(app, settings, await build(settings))
    // a finding fails the synthesis, so that nothing is deployed with one
    Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
    app.synth()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
