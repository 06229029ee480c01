import { Aws, Duration, Stack } from 'aws-cdk-lib'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { FilterCriteria, FilterRule } from 'aws-cdk-lib/aws-lambda'
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler'
import { Construct } from 'constructs'
import { keyGrants } from './grants.ts'

/** How often the heartbeat is written: within the period of the alarm on it. */
export const heartbeatInterval = Duration.minutes(5)

/** Both keys of the heartbeat's item. No partition of the service has this name. */
const key = 'HEARTBEAT'

/** The filter of an event source that lets the heartbeat through to a function, which ignores it. */
export const heartbeatFilter = (): Record<string, unknown> =>
  FilterCriteria.filter({ dynamodb: { Keys: { pk: { S: FilterRule.or(key) } } } })

/** Allows to write the item, and no other. `Null` is there for the same reason as in the grant of the request counters. */
const writesHeartbeat = (table: ITable) =>
  new PolicyStatement({
    actions: ['dynamodb:PutItem'],
    resources: [table.tableArn],
    conditions: {
      'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': [key] },
      Null: { 'dynamodb:LeadingKeys': 'false' },
    },
  })

/**
 * Writes one item into the table every five minutes, without a function of ours. So the stream is never idle, and its
 * reader runs at least that often. If it does not, nobody reads the stream. Nothing else would show that, because a
 * function that does not run has no metrics. The time in the item makes each write a change, without which the stream
 * would get no record.
 * https://docs.aws.amazon.com/scheduler/latest/UserGuide/managing-targets-universal.html
 * https://docs.aws.amazon.com/scheduler/latest/UserGuide/managing-schedule-context-attributes.html
 */
export function createHeartbeat(parent: Construct, table: ITable): void {
  const scope = new Construct(parent, 'Heartbeat')
  const stack = Stack.of(scope)
  const role = new Role(scope, 'Role', {
    assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': stack.account } },
    }),
    inlinePolicies: {
      own: new PolicyDocument({ statements: [writesHeartbeat(table), ...keyGrants(['PutItem'], table)] }),
    },
  })
  new CfnSchedule(scope, 'Schedule', {
    description: 'Tasks API: writes the heartbeat that the readers of the stream must see',
    scheduleExpression: `rate(${heartbeatInterval.toMinutes()} minutes)`,
    flexibleTimeWindow: { mode: 'OFF' },
    target: {
      arn: `arn:${Aws.PARTITION}:scheduler:::aws-sdk:dynamodb:putItem`,
      roleArn: role.roleArn,
      input: stack.toJsonString({
        TableName: table.tableName,
        Item: { pk: { S: key }, sk: { S: key }, at: { S: '<aws.scheduler.scheduled-time>' } },
      }),
      retryPolicy: { maximumEventAgeInSeconds: heartbeatInterval.toSeconds() },
    },
  })
}
