import { Annotations, RemovalPolicy, Stack, Aws } from 'aws-cdk-lib'
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Key } from 'aws-cdk-lib/aws-kms'
import { Topic, type ITopic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import type { Construct } from 'constructs'
import { createAlarms } from './alarms.ts'
import { createDashboard } from './dashboard.ts'
import type { Parts } from './metrics.ts'
import { CfnBudget } from 'aws-cdk-lib/aws-budgets'
import { createHash } from 'node:crypto'
import type { Settings } from './settings.ts'

const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 8)

/**
 * Sends an e-mail to the alarms' address when the AWS account has spent 80% of its budget for the month, and when AWS
 * expects the total to exceed it. It counts the whole account: the costs of single stacks are known only to accounts
 * that have turned on cost allocation tags.
 * https://docs.aws.amazon.com/cost-management/latest/userguide/budgets-managing-costs.html
 *
 * The name must be unique in the account, across all regions. The name has a hash of the recipients and thresholds. A
 * change of these replaces the budget, and CloudFormation makes the new one before it deletes the old one.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-budgets-budget.html
 */
export function createBudget(
  scope: Construct,
  { monthlyBudgetDollars, alarmEmail, stageName }: Settings,
): void {
  if (monthlyBudgetDollars === undefined || alarmEmail === undefined) return
  const tell = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
    notification: {
      notificationType,
      threshold,
      comparisonOperator: 'GREATER_THAN',
      thresholdType: 'PERCENTAGE',
    },
    subscribers: [{ subscriptionType: 'EMAIL', address: alarmEmail }],
  })
  const notificationsWithSubscribers = [tell('ACTUAL', 80), tell('FORECASTED', 100)]
  new CfnBudget(scope, 'Budget', {
    budget: {
      budgetName: `tasks-api-${stageName}-${Aws.REGION}-${hashOf(notificationsWithSubscribers)}`,
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount: monthlyBudgetDollars, unit: 'USD' },
    },
    notificationsWithSubscribers,
  })
}

/**
 * An encrypted topic that sends to one e-mail address. Only this account's alarms can publish to it. It has its own
 * key, because CloudWatch cannot publish with the key that SNS manages.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/Notify_Users_Alarm_Changes.html
 */
function createAlarmTopic(scope: Construct, email: string): Topic {
  const cloudWatch = new ServicePrincipal('cloudwatch.amazonaws.com', {
    conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
  })
  const key = new Key(scope, 'AlarmKey', {
    enableKeyRotation: true,
    description: 'Tasks API: alarm messages',
    removalPolicy: RemovalPolicy.DESTROY, // messages are not kept once they are sent
  })
  const topic = new Topic(scope, 'AlarmTopic', { masterKey: key, enforceSSL: true })
  topic.addSubscription(new EmailSubscription(email))
  topic.grantPublish(cloudWatch) // also grants use of the key
  return topic
}

/** The topics that alarms are sent to: the stack's own, which sends e-mail, and the team's. */
const alarmTopics = (scope: Construct, { alarmEmail, alarmTopicArn }: Settings): ITopic[] => [
  ...(alarmEmail === undefined ? [] : [createAlarmTopic(scope, alarmEmail)]),
  // its own policy must let CloudWatch publish
  ...(alarmTopicArn === undefined ? [] : [Topic.fromTopicArn(scope, 'TeamTopic', alarmTopicArn)]),
]

/**
 * Alarms, where they are sent, and the dashboard.
 * @returns the alarms, by name
 */
export function createObservability(scope: Construct, parts: Parts): Record<string, Alarm> {
  const byName = createAlarms(scope, parts)
  const alarms = Object.values(byName)
  const topics = alarmTopics(scope, parts.settings)
  if (topics.length === 0) {
    Annotations.of(scope).addWarningV2(
      'tasks-api:no-alarm-email',
      `alarmEmail is not set: the stack's ${alarms.length} alarms tell nobody. Set it in infra/stages/${parts.settings.stageName}.json.`,
    )
  }
  for (const action of topics.map((topic) => new SnsAction(topic))) {
    for (const alarm of alarms) {
      alarm.addAlarmAction(action)
      alarm.addOkAction(action)
    }
  }
  createBudget(scope, parts.settings)
  createDashboard(scope, parts, alarms)
  return byName
}
