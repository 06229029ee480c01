import { Template } from 'aws-cdk-lib/assertions'
import { join } from 'node:path'
import { serviceFunctions, type ServiceFunction } from '../../../lib/contract/functions.ts'
import { newApp } from '../../../infra/aws/new-app.ts'
import { readStackSettings } from '../../../infra/aws/settings.ts'
import { TasksStack, type Builds } from '../../../infra/aws/stack.ts'
import { newTempFolder } from '../../../infra/proof/temp-folder.ts'
import type { Resource, StackTemplate } from '../../../infra/proof/sandbox/template.ts'
import { write } from '../web-assets/project.ts'
import { synthesizedOnce } from './synthesized.ts'

/** A settings context that turns on everything that is off by default. */
export const everything = {
  domainName: 'api.example.com',
  certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/some',
  alarmEmail: 'ops@example.com',
  corsOrigins: ['https://app.example.com'],
  reservedConcurrency: { 'tasks.create': 50 },
  tracing: true,
  defaultTaskQuota: 500,
  customerKeyArn: 'arn:aws:kms:eu-central-1:123456789012:key/some',
  waf: true,
}

/** Empty builds, for tests that do not read their contents. */
function emptyBuilds(functions: readonly ServiceFunction[]): Builds {
  const folder = newTempFolder()
  for (const { id } of functions) write(folder, { [`functions/${id}/index.mjs`]: '' })
  write(folder, { 'web/index.html': '', 'web/assets/index-1.js': '' })
  return { functions: join(folder, 'functions'), web: join(folder, 'web') }
}

/**
 * Creates the stack of a context, as infra/aws/app.ts does.
 * @param ofCdk values for the CDK's own context keys
 */
export function makeStack(
  context: Record<string, unknown> = {},
  ofCdk: Record<string, unknown> = {},
  functions = serviceFunctions,
): TasksStack {
  const app = newApp()
  for (const [key, value] of Object.entries(ofCdk)) app.node.setContext(key, value)
  return new TasksStack(app, readStackSettings(context), emptyBuilds(functions), functions)
}

/** A synthesized stack, with the CDK's assertions on it. */
export interface Synthesized extends StackTemplate {
  template: Template
  /** The only resource of a type. */
  only: (type: string) => Resource
}

export function synthesize(context: Record<string, unknown> = {}, declared = serviceFunctions): Synthesized {
  const make = () => Template.fromStack(makeStack(context, {}, declared)).toJSON() as Record<string, unknown>
  const template = Template.fromJSON(declared === serviceFunctions ? synthesizedOnce(context, make) : make())
  const resources = (type: string) => template.findResources(type) as Record<string, Resource>
  const only = (type: string) => {
    const [resource, ...others] = Object.values(resources(type))
    if (!resource || others.length > 0) throw new Error(`${1 + others.length} resources of type ${type}`)
    return resource
  }
  const isOwn = ({ Properties }: Resource) => String(Properties.Description).startsWith('Tasks API: ')
  const functions = Object.fromEntries(
    Object.entries(resources('AWS::Lambda::Function')).filter(([, resource]) => isOwn(resource)),
  )
  return { template, resources, functions, only }
}
