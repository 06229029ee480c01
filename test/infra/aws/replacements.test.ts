import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { settingNames } from '../../../infra/aws/settings.ts'
import { ownDomain, restored, webAclArn } from './combinations.ts'
import { releases } from './release.ts'
import { fixedResources, somewhere, updateOf, type Fixed, type FixedResources } from './replacements.ts'
import { everything, templatesFor } from './synthesize.ts'

type Context = Record<string, unknown>

const resourcesOf = (context: Context) => fixedResources(templatesFor(context))

/** What holds data, or an address that others know. */
const kept = ['DynamoDB::Table', 'ApiGatewayV2::Api', 'CloudFront::Distribution', 'SQS::Queue'].map(
  (type) => `AWS::${type}`,
)
const isKept = ({ type, functionId }: Fixed) => kept.includes(type) || functionId !== undefined

/** The settings that may change together here, because none of them changes a name. */
const together = {
  ...{ domainName: 'other.example.com', certificateArn: `${everything.certificateArn}-2` },
  ...{ throttleRate: 20, throttleBurst: 40, logRetentionDays: 90, requestMetrics: false },
  ...{ canaryTokenParameter: '/other', corsOrigins: [] },
  ...{ deliveryConcurrency: 20, ruleConcurrency: 10 },
  ...{ reservedConcurrency: { 'tasks.get': 50 }, provisionedConcurrency: { 'tasks.get': 2 } },
  ...{ accountConcurrency: 5_000, gradualDeployment: 'Linear10PercentEvery1Minute' },
  ...{
    webhookAllowedNetworks: '10.0.0.0/8',
    webhookTargets: 'eventbridge:other',
    wafRateLimit: 500,
    backupRetentionDays: 7,
  },
  ...{ access: 'readOnly', alarmTopicArn: 'arn:aws:sns:eu-central-1:123456789012:ops' },
  customerKeyArn: everything.customerKeyArn.replace('0b1c', '1c2d'),
  backupVaultArn: everything.backupVaultArn.replace('eu-west-1', 'us-east-1'),
}

/** With a budget, whose name has the region. */
const told = { alarmEmail: everything.alarmEmail, monthlyBudgetDollars: 50 }

const ownAcl = { waf: true, wafRateLimit: 500 }

/** Changes of settings, and which of the kept resources leave the stack with them. */
const changes: { before: Context; after: Context; leave?: string[] }[] = [
  { before: everything, after: { ...everything, ...together } },
  { before: everything, after: { ...everything, alarmEmail: 'other@example.com' } },
  { before: told, after: { ...told, ...somewhere } },
  { before: everything, after: { ...everything, monthlyBudgetDollars: 60 } },
  { before: everything, after: { ...everything, originSecretNumber: 3 } },
  { before: everything, after: { ...everything, ...restored }, leave: ['AWS::DynamoDB::Table'] },
  { before: { webAclArn }, after: { webAclArn, originCheck: false } },
  { before: ownAcl, after: { webAclArn } },
  { before: {}, after: ownAcl },
  { before: {}, after: { webInterface: false }, leave: ['AWS::CloudFront::Distribution'] },
  { before: { webInterface: false }, after: ownDomain },
  { before: {}, after: everything },
  { before: everything, after: {} },
]

/** The settings that differ. */
const differing = (before: Context, after: Context) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )

const named = changes.map((change) => ({
  ...change,
  of: differing(change.before, change.after).join(', '),
}))

/** The time for a synthesis or two and a check, also on a busy machine. */
const busyMs = 300_000

describe.each(named)('a change of $of', { timeout: busyMs }, ({ before: from, after: to, leave = [] }) => {
  const states = () => [resourcesOf(from), resourcesOf(to)] as const

  it('keeps the table, the API, the distribution, the queues and the functions', () => {
    const [before, after] = states()
    const { replaced, removed } = updateOf(before, after)
    const touched = [...replaced.map(({ logicalId }) => logicalId), ...removed]
    const lost = touched.flatMap((id) => (before[id] && isKept(before[id]) ? [before[id].type] : []))
    expect(lost).toEqual(leave)
  })

  it('makes nothing with a name that is still taken', () => {
    const { replaced, collisions } = updateOf(...states())
    expect(replaced.filter(({ name }) => name === 'same')).toEqual([])
    expect(collisions).toEqual([])
    // one setting could change a name, and hide that another one alone does not
    if (from === everything && differing(from, to).length > 2)
      expect(replaced.filter(({ name }) => name === 'other')).toEqual([])
  })
})

describe('the changes of settings', () => {
  it('are of every setting, each alone or with others that change no name', () => {
    // a stage of another name is another stack
    const changed = new Set([
      'stageName',
      ...changes.flatMap(({ before, after }) => differing(before, after)),
    ])
    expect([...changed].sort()).toEqual([...settingNames].sort())
  })
})

/** Functions of a release that are not there any more, and what answers instead. */
const gone = new Map([['docs.page', 'routes.unmatched']])

describe('the releases whose templates are kept', () => {
  it('are those of the changelog, but for 0.1.0, which has none', () => {
    const released = Array.from(
      readFileSync('CHANGELOG.md', 'utf8').matchAll(/^## (\d\S*) - /gm),
      ([, one]) => one,
    )
    expect(releases().map(({ version }) => version)).toEqual(released.filter((one) => one !== '0.1.0').sort())
  })
})

describe.each(releases())('an update from $version', { timeout: busyMs }, ({ stacks }) => {
  it.each(stacks)('keeps what holds data and addresses: $context', ({ context, resources }) => {
    const after = resourcesOf(context)
    const { replaced, removed, collisions } = updateOf(resources, after)
    const touched = [...replaced.map(({ logicalId }) => logicalId), ...removed]
    expect(touched.filter((id) => kept.includes(String(resources[id]?.type)))).toEqual([])
    expect(replaced.filter(({ name }) => name === 'same')).toEqual([])
    expect(collisions).toEqual([])
  })

  it.each(stacks)(
    'renames no function and removes none but those in the list, but may move it to a nested stack: $context',
    ({ context, resources }) => {
      const functions = (state: FixedResources) =>
        Object.entries(state).flatMap(([logicalId, { functionId, stack = 'main' }]) =>
          functionId === undefined ? [] : [{ functionId, stack, place: `${stack} ${logicalId}` }],
        )
      const now = new Map(functions(resourcesOf(context)).map((one) => [one.functionId, one]))
      for (const { functionId, stack, place } of functions(resources)) {
        const instead = gone.get(functionId)
        if (instead !== undefined) {
          expect([now.has(functionId), now.has(instead)]).toEqual([false, true])
          continue
        }
        const moved = stack === 'main' && now.get(functionId)?.stack !== 'main'
        if (!moved) expect(now.get(functionId)?.place).toBe(place)
        expect(now.has(functionId)).toBe(true)
      }
    },
  )
})

describe('the comparison', () => {
  const state = (resources: Record<string, { Type: string; Properties: object }>) =>
    fixedResources({ main: { Resources: resources }, nested: {} })
  const budget = (address: string, name = 'tasks') => ({
    Type: 'AWS::Budgets::Budget',
    Properties: {
      Budget: { BudgetName: name, BudgetType: 'COST', TimeUnit: 'MONTHLY' },
      NotificationsWithSubscribers: [{ Subscribers: [{ SubscriptionType: 'EMAIL', Address: address }] }],
    },
  })
  const table = (key: string) => ({
    Type: 'AWS::DynamoDB::Table',
    Properties: { KeySchema: [{ AttributeName: key, KeyType: 'HASH' }], BillingMode: key },
  })
  const mapping = {
    Type: 'AWS::Lambda::EventSourceMapping',
    Properties: { EventSourceArn: { 'Fn::GetAtt': ['Table', 'StreamArn'] }, BatchSize: 1 },
  }

  it('finds what is replaced under the same name, and what has another', () => {
    const update = (after: FixedResources) => updateOf(state({ Budget: budget('a') }), after).replaced
    const type = 'AWS::Budgets::Budget'
    const because = ['NotificationsWithSubscribers']
    expect(update(state({ Budget: budget('a') }))).toEqual([])
    expect(update(state({ Budget: budget('b') }))).toEqual([
      { logicalId: 'Budget', type, because, name: 'same' },
    ])
    expect(update(state({ Budget: budget('b', 'other') }))).toEqual([
      {
        logicalId: 'Budget',
        type,
        because: expect.arrayContaining(['Budget.BudgetName']) as unknown,
        name: 'other',
      },
    ])
  })

  it('finds a name that goes to another logical id', () => {
    const { removed, collisions } = updateOf(state({ Budget: budget('a') }), state({ Other: budget('a') }))
    expect({ removed, collisions }).toEqual({ removed: ['Budget'], collisions: ['Other'] })
  })

  it('finds what is replaced because of what it refers to', () => {
    const { replaced } = updateOf(
      state({ Mapping: mapping, Table: table('pk') }),
      state({ Mapping: mapping, Table: table('id') }),
    )
    expect(replaced.map(({ logicalId, because }) => [logicalId, because])).toEqual([
      ['Table', ['KeySchema']],
      ['Mapping', ['EventSourceArn']],
    ])
  })
})
