import { Template } from 'aws-cdk-lib/assertions'
import { join } from 'node:path'
import { httpFunctions, serviceFunctions, type ServiceFunction } from '../../../functions/index.ts'
import { newApp, TasksStack, type Builds } from '../../../infra/aws/stack.ts'
import { readStackSettings } from '../../../infra/aws/stage-settings.ts'
import { newTempFolder } from '../../harness/temp-folder.ts'
import { idOf, type Resource, type StackTemplate } from '../../harness/sandbox/template.ts'
import { write } from '../web-assets/project.ts'
import { flatten, templatesOf, type Templates } from './flatten.ts'
import { synthesizedOnce } from './synthesized.ts'

/** A settings context that turns on everything that is off by default. */
export const everything = {
  domainName: 'api.example.com',
  certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/some',
  alarmEmail: 'ops@example.com',
  monthlyBudgetDollars: 50,
  canaryTokenParameter: '/tasks-api/production/canary',
  corsOrigins: ['https://app.example.com'],
  reservedConcurrency: { 'tasks.create': 50 },
  provisionedConcurrency: { 'tasks.create': 5, 'webhooks.dispatch': 1 },
  gradualDeployment: 'Canary10Percent10Minutes',
  customerKeyArn: 'arn:aws:kms:eu-central-1:123456789012:key/0b1c2d3e-4f50-6172-8394-a5b6c7d8e9f0',
  backupVaultArn: 'arn:aws:backup:eu-west-1:210987654321:backup-vault:tasks',
  backupRetentionDays: 90,
  signIn: {
    ...{ issuer: 'https://id.example.com', clientId: 'tasks', name: 'Example ID' },
    clientSecretName: 'tasks-api/production/sign-in',
  },
  waf: true,
  originSecretNumber: 2,
}

/** The functions of routes, for a stack without queues: they send nothing. */
export const routeFunctions: readonly ServiceFunction[] = httpFunctions.map(({ id, access }) => ({
  id,
  trigger: 'http',
  access,
}))

/** Builds without contents, for tests that do not read them. All functions have the same code. */
function emptyBuilds(functions: readonly ServiceFunction[], code: string): Builds {
  const folder = newTempFolder()
  for (const { id } of functions) write(folder, { [`functions/${id}/index.mjs`]: code })
  write(folder, {
    'canary/canary.mjs': '',
    'web/index.html': '',
    'web/assets/index-1.js': '',
    'site/docs/index.html': '',
    'site/docs/concepts/errors.html': '',
    'site/llms.txt': '',
    'site/.well-known/api-catalog': '{}',
    'site/docs/assets/app-1.js': '',
  })
  return {
    functions: join(folder, 'functions'),
    canary: join(folder, 'canary'),
    web: join(folder, 'web'),
    docs: join(folder, 'site'),
  }
}

/**
 * What the CDK is told in tests. The traces of where each construct was made take a fifth of a synthesis, and change no
 * template.
 */
const faster = { 'aws:cdk:disable-stack-trace': true, 'aws:cdk:disable-creation-stack-traces': true }

/**
 * Creates the stack of a context, as infra/aws/app.ts does.
 * @param ofCdk values for the CDK's own context keys
 */
export function makeStack(
  context: Record<string, unknown> = {},
  ofCdk: Record<string, unknown> = {},
  functions = serviceFunctions,
  code = '',
): TasksStack {
  // to load the schemas takes some seconds of the processor: schemas.test.ts does it once for all templates
  process.env.CDK_VALIDATION = 'false'
  const app = newApp()
  for (const [key, value] of Object.entries({ ...faster, ...ofCdk })) app.node.setContext(key, value)
  return new TasksStack(app, readStackSettings(context), emptyBuilds(functions, code), functions)
}

/** A synthesized stack, its nested stacks included, with the CDK's assertions on it. */
export interface Synthesized extends StackTemplate {
  template: Template
  /** The only resource of a type. */
  only: (type: string) => Resource
  /** The logical id of the alias through which a function of the contract is called. */
  aliasOf: (id: string) => string
}

/** The templates of the stack of a context. */
export function templatesFor(context: Record<string, unknown> = {}, declared = serviceFunctions): Templates {
  const make = () => templatesOf(makeStack(context, {}, declared))
  return declared === serviceFunctions ? synthesizedOnce(context, make) : make()
}

export function synthesize(
  context?: Record<string, unknown>,
  declared?: readonly ServiceFunction[],
): Synthesized {
  const template = Template.fromJSON(flatten(templatesFor(context, declared)))
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
  const aliasOf = (id: string) => {
    const [found] = Object.entries(resources('AWS::Lambda::Alias')).filter(([, { Properties }]) => {
      const { Ref: target } = Properties.FunctionName as { Ref: string } // named as in CloudFormation
      const called = functions[target]
      return called !== undefined && idOf(called) === id
    })
    if (!found) throw new Error(`The function ${id} has no alias.`)
    return found[0]
  }
  return { template, resources, functions, only, aliasOf }
}
