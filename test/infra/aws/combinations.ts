import { everything } from './synthesize.ts'

export const webAclArn = 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/some/1'

/** A table that is there already, such as a restored one. */
export const restored = {
  tableName: 'tasks-restored',
  tableStreamArn:
    'arn:aws:dynamodb:eu-central-1:123456789012:table/tasks-restored/stream/2026-11-22T00:00:00.000',
}

/** A domain of the API itself. */
export const ownDomain = {
  domainName: everything.domainName,
  certificateArn: 'arn:aws:acm:eu-central-1:123456789012:certificate/some',
  webInterface: false,
}

const { domainName, certificateArn, canaryTokenParameter, customerKeyArn, alarmEmail } = everything

/** Settings that stages have together, by what they are about. Most of these templates are read in other tests as well. */
export const combinations: Record<string, Record<string, unknown>> = {
  'the defaults': {},
  'everything on': everything,
  'everything on, where the stage belongs': { ...everything, account: '123456789012', region: 'us-east-1' },
  'a domain': { domainName, certificateArn },
  'no web interface': { webInterface: false },
  'a domain, but no web interface': ownDomain,
  'a canary of an API without a web interface': { canaryTokenParameter, webInterface: false },
  'a web ACL of the team': { webAclArn },
  'a web ACL of the team, without secrets': { webAclArn, originCheck: false },
  'a web ACL of its own with another limit': { waf: true, wafRateLimit: 500 },
  'a key of the team': { customerKeyArn },
  'a restored table': { ...everything, ...restored },
  'reserved and started Lambdas': { reservedConcurrency: 5, provisionedConcurrency: { 'tasks.get': 1 } },
  'other numbers': {
    ...{ account: '123456789012', region: 'eu-central-1', access: 'readOnly' },
    alarmTopicArn: 'arn:aws:sns:eu-central-1:123456789012:ops',
    ...{ stageName: 'staging', throttleRate: 20, throttleBurst: 40, logRetentionDays: 90, alarmEmail },
    ...{ requestMetrics: false, corsOrigins: 'https://app.example.com', accountConcurrency: 5_000 },
    ...{
      deliveryConcurrency: 20,
      ruleConcurrency: 10,
      webhookAllowedNetworks: '10.0.0.0/8, fd00::/8',
      webhookTargets: 'eventbridge:tasks, sqs:arn:aws:sqs:eu-central-1:123456789012:tasks.fifo',
    },
    ...{ gradualDeployment: 'Linear10PercentEvery1Minute', monthlyBudgetDollars: 5 },
    ...{ backupVaultArn: everything.backupVaultArn, backupRetentionDays: 7 },
  },
}
