import { Template } from 'aws-cdk-lib/assertions'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serviceFunctions, type ServiceFunction } from '../../../lib/contract/functions.ts'
import { newApp } from '../../../infra/aws/new-app.ts'
import { readSettings } from '../../../infra/aws/settings.ts'
import { TasksStack, type Builds } from '../../../infra/aws/stack.ts'
import type { Resource, StackTemplate } from '../../../infra/sandbox/template.ts'
import { write } from '../web/project.ts'

/** A settings context with everything on that is off by default. */
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

/** Stands in for what is built, where nothing looks into it. */
function emptyBuilds(functions: readonly ServiceFunction[]): Builds {
  const folder = mkdtempSync(join(tmpdir(), 'tasks-api-empty-'))
  for (const { id } of functions) write(folder, { [`functions/${id}/index.mjs`]: '' })
  write(folder, { 'web/index.html': '', 'web/assets/index-1.js': '' })
  return { functions: join(folder, 'functions'), web: join(folder, 'web') }
}

/**
 * Makes the stack of a context, as infra/aws/app.ts does.
 * @param ofCdk what the CDK's own keys are told
 * @param functions those of the contract; a test may bring its own
 */
export function makeStack(
  context: Record<string, unknown> = {},
  ofCdk: Record<string, unknown> = {},
  functions = serviceFunctions,
): TasksStack {
  const app = newApp()
  for (const [key, value] of Object.entries(ofCdk)) app.node.setContext(key, value)
  return new TasksStack(app, readSettings(context), emptyBuilds(functions), functions)
}

/** A synthesized stack, and what the assertions of the CDK say of it. */
export interface Synthesized extends StackTemplate {
  template: Template
  /** The one resource of a type. */
  only: (type: string) => Resource
}

export function synthesize(context?: Record<string, unknown>, declared = serviceFunctions): Synthesized {
  const template = Template.fromStack(makeStack(context, {}, declared))
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
