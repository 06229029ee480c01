import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { functionIds } from '../../../functions/index.ts'
import { keptDays } from '../../../lib/table/kept-elsewhere.ts'
import { newTempFolder } from '../../harness/temp-folder.ts'
import { write } from '../web-assets/project.ts'
import { settingNames } from '../../../infra/aws/settings.ts'
import { readStackSettings } from '../../../infra/aws/stage-settings.ts'
import { everything } from './synthesize.ts'

const messageOf = (context: Record<string, unknown>) => {
  try {
    readStackSettings(context)
  } catch (error) {
    if (error instanceof Error) return error.message
  }
  throw new Error('the settings were accepted')
}

describe('the settings', () => {
  it('have defaults for everything that a team need not decide at once', () => {
    expect(readStackSettings({})).toEqual({
      stageName: 'production',
      throttleRate: 500,
      throttleBurst: 1_000,
      logRetentionDays: keptDays.logs,
      requestMetrics: true,
      corsOrigins: [],
      access: 'open',
      accountConcurrency: 1_000,
      deliveryConcurrency: 3,
      ruleConcurrency: 2,
      webhookAllowedNetworks: [],
      webhookTargets: [],
      gradualDeployment: 'off',
      backupRetentionDays: keptDays.copies,
      webInterface: true,
      waf: false,
      wafRateLimit: 10_000,
      originCheck: true,
    })
  })

  it('are read as JSON from cdk.json', () => {
    expect(readStackSettings(everything)).toMatchObject(everything)
  })

  it('are read as text from --context', () => {
    expect(
      readStackSettings({
        throttleRate: '50',
        waf: 'true',
        logRetentionDays: '90',
        corsOrigins: 'https://a.example, https://b.example:8443',
        reservedConcurrency: '5',
      }),
    ).toMatchObject({
      throttleRate: 50,
      waf: true,
      logRetentionDays: 90,
      corsOrigins: ['https://a.example', 'https://b.example:8443'],
      reservedConcurrency: 5,
    })
  })

  it('ignore the CDK’s own keys', () => {
    expect(
      readStackSettings({ '@aws-cdk/core:flag': true, 'aws:cdk:toolkit': 'x', 'cli-telemetry': false }),
    ).toEqual(readStackSettings({}))
  })

  it.each([
    ['stageName', 'Production!'],
    ['account', 123456789012],
    ['region', 'Frankfurt'],
    ['access', 'shut'],
    ['alarmTopicArn', 'ops'],
    ['domainName', 'https://api.example.com'],
    ['certificateArn', 'some-certificate'],
    ['throttleRate', 'fast'],
    ['throttleRate', 0],
    ['throttleBurst', 1.5],
    ['logRetentionDays', 31],
    ['monthlyBudgetDollars', 0],
    ['alarmEmail', 'ops'],
    ['canaryTokenParameter', 'a token'],
    ['requestMetrics', 1],
    ['corsOrigins', 'https://app.example.com/path'],
    ['reservedConcurrency', { 'tasks.creat': 5 }],
    ['reservedConcurrency', 50],
    ['provisionedConcurrency', 5],
    ['provisionedConcurrency', { 'tasks.get': 0 }],
    ['provisionedConcurrency', { 'tasks.gett': 1 }],
    ['gradualDeployment', 'Canary50Percent5Minutes'],
    ['accountConcurrency', 9],
    ['deliveryConcurrency', 1],
    ['webhookAllowedNetworks', '10.0.0.0'],
    ['webhookTargets', 'tasks'],
    ['webhookTargets', 'sqs:tasks'],
    ['tableName', 'a b'],
    ['tableStreamArn', 'arn:aws:dynamodb:eu-central-1:1:table/other'],
    ['customerKeyArn', 'alias/mine'],
    ['backupVaultArn', 'tasks'],
    ['backupRetentionDays', 0],
    ['webInterface', 'maybe'],
    ['waf', 'on'],
    ['wafRateLimit', 9],
    ['originCheck', 'maybe'],
    ['originSecretNumber', 0],
    ['originSecretNumber', 2], // without a web ACL
    ['webAclArn', 'arn:aws:wafv2:eu-central-1:123456789012:regional/webacl/some/1'],
  ])('report the wrong key %s: %j', (key, value) => {
    expect(messageOf({ [key]: value })).toMatch(new RegExp(`^ {2}${key}\\S* (must|needs|is needed)`, 'm'))
  })

  it('report all wrong keys at once, and list the known settings for an unknown one', () => {
    const message = messageOf({ stage: 'production', throttleRate: 'fast' })
    expect(message).toContain('throttleRate must be a whole number from 1 to 100000')
    expect(message).toContain('stage is not a setting; the settings are stageName, account, region, ')
  })

  it.each(['domainName', 'certificateArn'] as const)('need the other one with %s', (given) => {
    const missing = given === 'domainName' ? 'certificateArn' : 'domainName'
    expect(messageOf({ [given]: everything[given] })).toContain(`${missing} is needed`)
  })

  const signIn = { issuer: 'https://id.example.com', clientId: 'tasks' }
  const webAclArn = 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/some/1'

  it('need a domain’s certificate in us-east-1, unless the web interface is off', () => {
    const { domainName } = everything
    const certificateArn = 'arn:aws:acm:eu-central-1:123456789012:certificate/some'
    expect(messageOf({ domainName, certificateArn })).toContain('certificateArn must be in us-east-1: ')
    expect(readStackSettings({ domainName, certificateArn, webInterface: false })).toMatchObject({
      certificateArn,
    })
  })

  it.each([
    [{ waf: true, webInterface: false }, 'waf needs the web interface'],
    [{ signIn: { issuer: 'https://id.example.com' } }, 'signIn.clientId '],
    [{ signIn: { ...signIn, secret: 'x' } }, 'signIn has nothing that is named secret'],
    [{ signIn: 'Google' }, 'signIn must be an object such as {"issuer"'],
    [{ signIn, webInterface: false }, 'signIn needs the web interface'],
    [{ signIn: { ...signIn, clientSecretVersion: 'x'.repeat(36) } }, 'signIn needs clientSecretName'],
    [{ signIn: { ...signIn, issuer: 'http://id.example.com' } }, 'signIn is wrong: OIDC_ISSUER must be'],
    [{ webAclArn, webInterface: false }, 'webAclArn needs the web interface'],
    [{ monthlyBudgetDollars: 50 }, 'alarmEmail is needed with monthlyBudgetDollars'],
    [{ tableName: 'tasks' }, 'tableStreamArn is needed: tableName and tableStreamArn must be set together'],
    [
      { tableName: 'tasks', tableStreamArn: 'arn:aws:dynamodb:eu-central-1:1:table/other/stream/1' },
      'tableStreamArn must be the ARN of the stream of the table tableName',
    ],
    [{ webAclArn, waf: true }, 'webAclArn must go without waf'],
  ])('refuse %j', (context, message) => {
    expect(messageOf(context)).toContain(message)
  })

  it('accept waf only in us-east-1, if the region is known, and a web ACL from there in any region', () => {
    expect(() => readStackSettings({ waf: true }, { region: 'eu-central-1' })).toThrow(
      'waf must be false in eu-central-1: ',
    )
    expect(readStackSettings({ waf: true }, { region: 'us-east-1' }).waf).toBe(true)
    expect(readStackSettings({ waf: true }, { region: undefined }).waf).toBe(true)
    expect(readStackSettings({ webAclArn }, { region: 'eu-central-1' }).webAclArn).toBe(webAclArn)
  })

  it('reserve no more executions at once than Lambda leaves, over all functions', () => {
    const many = functionIds.length * 16
    expect(messageOf({ reservedConcurrency: 16 })).toContain(
      `reservedConcurrency must ask for at most 900 executions at once: it asks for ${many}, over ${functionIds.length} functions`,
    )
    const one = { reservedConcurrency: { 'tasks.create': 900 } }
    expect(readStackSettings(one)).toMatchObject(one)
    expect(messageOf({ reservedConcurrency: { 'tasks.create': 900, 'tasks.get': 1 } })).toContain(
      'for 901, over',
    )
    const granted = { reservedConcurrency: 16, accountConcurrency: many + 100 }
    expect(readStackSettings(granted)).toMatchObject(granted)
  })

  it('keep no more executions ready than Lambda leaves, nor more than a function may run', () => {
    const refused = (reservedConcurrency: object, provisionedConcurrency: object) =>
      messageOf({ reservedConcurrency, provisionedConcurrency })
    expect(refused({ 'tasks.get': 5 }, { 'tasks.get': 6 })).toContain(
      'provisionedConcurrency must keep at most 5 of tasks.get ready: ',
    )
    expect(refused({ 'tasks.create': 600 }, { 'tasks.get': 301 })).toContain(
      'provisionedConcurrency must keep at most 300 executions ready beside those that are reserved: it asks for 301.',
    )
    // what is kept ready of a function is part of what is reserved for it
    const most = { 'tasks.create': 600, 'tasks.get': 300 }
    const allowed = { reservedConcurrency: most, provisionedConcurrency: most }
    expect(readStackSettings(allowed)).toMatchObject(allowed)
  })

  it.each([
    [
      { reservedConcurrency: 2 },
      'reservedConcurrency must reserve at least 3 for webhooks.deliver, which is deliveryConcurrency: it reserves 2.',
    ],
    [
      { reservedConcurrency: { 'rules.run': 5 }, ruleConcurrency: 6 },
      'reservedConcurrency must reserve at least 6 for rules.run, which is ruleConcurrency: it reserves 5.',
    ],
    [
      { reservedConcurrency: { 'webhooks.deliver': 2 }, deliveryConcurrency: 1_000 },
      'reservedConcurrency must reserve at least 1000 for webhooks.deliver, which is deliveryConcurrency: it reserves 2.',
    ],
    [
      { reservedConcurrency: { 'tasks.create': 900 }, deliveryConcurrency: 49 },
      'deliveryConcurrency must be less: ruleConcurrency and deliveryConcurrency may together be at most 50, which is half of the 100 executions that accountConcurrency and reservedConcurrency leave, and are 51.',
    ],
    [
      { ruleConcurrency: 4, accountConcurrency: 10 },
      'ruleConcurrency must be less: ruleConcurrency and deliveryConcurrency may together be at most 5, which is half of the 10 executions that accountConcurrency and reservedConcurrency leave, and are 7.',
    ],
    [
      { reservedConcurrency: { 'rules.run': 800 }, accountConcurrency: 1_000, deliveryConcurrency: 101 },
      'deliveryConcurrency must be less: deliveryConcurrency may be at most 100, which is half of the 200 executions that accountConcurrency and reservedConcurrency leave, and are 101.',
    ],
  ])(
    'start no more deliveries than may run, or messages end in the failure queue: %j',
    (context, message) => {
      expect(messageOf(context)).toContain(message)
    },
  )

  it.each([
    { reservedConcurrency: 5 },
    { reservedConcurrency: { 'webhooks.deliver': 2 }, deliveryConcurrency: 2 },
    { reservedConcurrency: { 'tasks.create': 5 } },
  ])('start as many deliveries as may run: %j', (context) => {
    expect(readStackSettings(context)).toMatchObject(context)
  })

  it('ask for the account and the region where there are credentials, and say which these are', () => {
    const at = { account: '123456789012', region: 'eu-west-1' }
    const folder = newTempFolder()
    expect(() => readStackSettings({ stageName: 'staging' }, { ...at, folder })).toThrow(
      /account is needed, and region: your credentials are for the AWS account 123456789012\..*\{"account":"123456789012","region":"eu-west-1"\} into infra\/stages\/staging\.json/,
    )
    expect(readStackSettings(at, { ...at, folder })).toMatchObject(at)
    // the CDK refuses these credentials: the stage stays where it is
    const elsewhere = { ...at, account: '210987654321' }
    expect(readStackSettings(elsewhere, { ...at, folder })).toMatchObject(elsewhere)
    expect(messageOf({ account: at.account })).toContain('region is needed: account and region must be set')
  })

  it.each([10, 11, 50, 100, 1_000])('leave requests half of an account with %i executions', (most) => {
    const { deliveryConcurrency, ruleConcurrency } = readStackSettings({ accountConcurrency: most })
    expect(2 * (deliveryConcurrency + ruleConcurrency)).toBeLessThanOrEqual(most)
    expect(messageOf({ accountConcurrency: most, deliveryConcurrency: Math.floor(most / 2) + 1 })).toContain(
      'The other half is for requests.',
    )
    const reserved = { reservedConcurrency: { 'tasks.get': Math.max(most - 100, 1) } }
    if (most <= 100) expect(messageOf({ accountConcurrency: most, ...reserved })).toContain('at most 0 exec')
  })

  it('are exactly those in docs/deploy-settings.md', () => {
    const manual = readFileSync(resolve(import.meta.dirname, '../../../docs/deploy-settings.md'), 'utf8')
    const [, section = ''] = manual.split('\n## Settings\n')
    const rows = section.split('\n## ')[0]?.matchAll(/^\| `(\w+)`/gm) ?? []
    expect([...rows].map(([, name]) => name).sort()).toEqual([...settingNames].sort())
  })

  it('each have somebody who needs them, and a test that names them, in docs/deploy-settings.md', () => {
    const [, section = ''] = readFileSync('docs/deploy-settings.md', 'utf8').split(
      '\n## Who needs which setting\n',
    )
    const rows = section.split('\n## ')[0]?.matchAll(/^\| (`.+?`) +\| \S.+\| `(\S+)` +\|$/gm) ?? []
    const tried = [...rows].flatMap(([, names = '', file = '']) => {
      const test = readFileSync(resolve(import.meta.dirname, file), 'utf8')
      return names.split(', ').map((name) => (test.includes(name.slice(1, -1)) ? name.slice(1, -1) : ''))
    })
    expect(tried.sort()).toEqual([...settingNames].sort())
  })
})

describe('the file of a stage', () => {
  const certificateArn = everything.certificateArn
  const stages = (files: Record<string, object | string>) => {
    const folder = newTempFolder()
    for (const [name, content] of Object.entries(files))
      write(folder, { [name]: typeof content === 'string' ? content : JSON.stringify(content) })
    return folder
  }
  const api = { domainName: 'api.example.com', certificateArn }

  it('has the settings of that stage alone; the context comes first', () => {
    const folder = stages({
      'production.json': { ...api, throttleRate: 900 },
      'staging.json': { throttleRate: 20 },
    })
    const read = (context: Record<string, unknown>) => readStackSettings(context, { folder })
    expect(read({})).toMatchObject({ stageName: 'production', ...api, throttleRate: 900 })
    const staging = read({ stageName: 'staging' })
    expect(staging.throttleRate).toBe(20)
    expect(staging).not.toHaveProperty('domainName')
    expect(read({ stageName: 'staging', throttleRate: '30' }).throttleRate).toBe(30)
    expect(read({ stageName: 'test' }).throttleRate).toBe(500)
  })

  it('cannot take the domain of another stage, whose file or cdk.json has it', () => {
    const folder = stages({ 'production.json': api, 'staging.json': api })
    const refused = 'domainName must be another one: the stage production has it'
    expect(() => readStackSettings({ stageName: 'staging' }, { folder })).toThrow(refused)
    const shared = { shared: api, folder: newTempFolder() }
    expect(() => readStackSettings({ ...api, stageName: 'staging' }, shared)).toThrow(refused)
    expect(readStackSettings(api, shared)).toMatchObject(api)
  })

  it.each([
    ['{', 'production.json are wrong: '],
    [{ stageName: 'other' }, 'stageName must be left out: the file has its name'],
    [{ throttleRat: 1 }, 'throttleRat is not a setting'],
  ])('is refused where it is wrong: %j', (content, message) => {
    const folder = stages({ 'production.json': content })
    expect(() => readStackSettings({}, { folder })).toThrow(message)
  })
})
