import { App } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { functionIds } from '../../../infra/aws/functions.ts'
import { readSettings } from '../../../infra/aws/settings.ts'
import { TasksStack } from '../../../infra/aws/stack.ts'

/** A settings context with everything on that is off by default. */
export const everything = {
  domainName: 'api.example.com',
  certificateArn: 'arn:aws:acm:eu-central-1:123456789012:certificate/some',
  alarmEmail: 'ops@example.com',
  corsOrigins: ['https://app.example.com'],
  reservedConcurrency: { 'tasks.create': 50 },
  tracing: true,
  defaultTaskQuota: 500,
  customerKeyArn: 'arn:aws:kms:eu-central-1:123456789012:key/some',
}

/** Stands in for the bundles, where nothing looks into them. */
function emptyBundles(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tasks-api-empty-'))
  for (const id of functionIds) {
    mkdirSync(join(folder, id))
    writeFileSync(join(folder, id, 'index.mjs'), '')
  }
  return folder
}

/** Makes the stack of a context, as infra/aws/app.ts does. */
export function makeStack(context: Record<string, unknown> = {}): TasksStack {
  return new TasksStack(new App(), readSettings(context), emptyBundles())
}

/** The parts of a resource that the tests read. */
export interface Resource {
  Type: string
  // what CloudFormation takes is JSON of any shape; a test holds it against what it expects
  Properties: Record<string, unknown>
  DeletionPolicy?: string
  UpdateReplacePolicy?: string
}

/** A synthesized stack. */
export interface Synthesized {
  template: Template
  /** The resources of a type, by their logical ids. */
  resources: (type: string) => Record<string, Resource>
  /** The one resource of a type. */
  only: (type: string) => Resource
}

export function synthesize(context?: Record<string, unknown>): Synthesized {
  const template = Template.fromStack(makeStack(context))
  const resources = (type: string) => template.findResources(type) as Record<string, Resource>
  const only = (type: string) => {
    const [resource, ...others] = Object.values(resources(type))
    if (!resource || others.length > 0) throw new Error(`${1 + others.length} resources of type ${type}`)
    return resource
  }
  return { template, resources, only }
}
