import { Duration } from 'aws-cdk-lib'
import { ComparisonOperator, MathExpression, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs'
import type { Parts, Wanted } from './metrics.ts'

/** The alarm on backups that are not copied. It also goes off when none is made, and until the first copy is there. */
export function backupAlarms({ backup, settings: { stageName } }: Parts): Record<string, Wanted> {
  if (backup === undefined) return {}
  const { copies } = backup
  const period = Duration.days(1)
  const completed = new MetricFilter(copies, 'Completed', {
    logGroup: copies,
    metricNamespace: 'TasksApi',
    metricName: `CopiedBackups-${stageName}`, // two stages may share one AWS account
    filterPattern: FilterPattern.stringValue('$.detail.state', '=', 'COMPLETED'),
    metricValue: '1',
  }).metric({ statistic: Stats.SUM, period })
  return {
    BackupsMissing: {
      // a missing day is none: CloudWatch would look back for days that are not missing before it counts it
      metric: new MathExpression({
        label: 'backups that were copied',
        expression: 'FILL(completed, 0)',
        usingMetrics: { completed },
        period,
      }),
      threshold: 1,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.BREACHING,
      evaluationPeriods: 2,
      datapointsToAlarm: 2,
      description:
        'Is there a backup elsewhere? For two days no backup of the table has been copied to the other vault. The log of copy jobs (/aws/events/…-copies) and the jobs in AWS Backup say why; docs/deploy.md, "A backup that survives the account".',
    },
  }
}
