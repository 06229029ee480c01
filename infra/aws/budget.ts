import { Aws } from 'aws-cdk-lib'
import { CfnBudget } from 'aws-cdk-lib/aws-budgets'
import type { Construct } from 'constructs'
import { createHash } from 'node:crypto'
import type { Settings } from './settings.ts'

const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 8)

/**
 * Tells the alarms' address by e-mail when the AWS account has spent 80% of its budget for the month, and when it is
 * expected to spend more than all of it. It counts the whole account: the costs of single stacks are known only to accounts
 * that have turned on cost allocation tags. https://docs.aws.amazon.com/cost-management/latest/userguide/budgets-managing-costs.html
 *
 * The name must be unique in the account, across all regions. It has a hash of who is told and when: a change of that
 * replaces the budget, and CloudFormation makes the new one before it deletes the old one.
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
