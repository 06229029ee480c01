import { Annotations, RemovalPolicy, Stack } from 'aws-cdk-lib'
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Key } from 'aws-cdk-lib/aws-kms'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import type { Construct } from 'constructs'
import { createAlarms } from './alarms.ts'
import { createBudget } from './budget.ts'
import { createDashboard } from './dashboard.ts'
import type { Parts } from './metrics.ts'

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

/**
 * Alarms, where they are sent, and the dashboard.
 * @returns the alarms, by name
 */
export function createObservability(scope: Construct, parts: Parts): Record<string, Alarm> {
  const byName = createAlarms(scope, parts)
  const alarms = Object.values(byName)
  if (parts.settings.alarmEmail === undefined) {
    Annotations.of(scope).addWarningV2(
      'tasks-api:no-alarm-email',
      `alarmEmail is not set: the stack's ${alarms.length} alarms tell nobody. Set it in infra/stages/${parts.settings.stageName}.json.`,
    )
  } else {
    const action = new SnsAction(createAlarmTopic(scope, parts.settings.alarmEmail))
    for (const alarm of alarms) {
      alarm.addAlarmAction(action)
      alarm.addOkAction(action)
    }
  }
  createBudget(scope, parts.settings)
  createDashboard(scope, parts, alarms)
  return byName
}
