import { Duration } from 'aws-cdk-lib'
import { ComparisonOperator, Metric, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import type { Backup } from './backup.ts'
import type { Wanted } from './metrics.ts'

/** The alarm on backups that are not copied. It also goes off when none is made, and until the first copy is there. */
export const backupAlarms = (backup: Backup | undefined): Record<string, Wanted> =>
  backup === undefined
    ? {}
    : {
        BackupsMissing: {
          metric: new Metric({
            namespace: 'AWS/Backup',
            metricName: 'NumberOfCopyJobsCompleted',
            dimensionsMap: { BackupVaultName: backup.vaultName },
            statistic: Stats.SUM,
            period: Duration.days(1),
          }),
          threshold: 1,
          comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
          treatMissingData: TreatMissingData.BREACHING,
          evaluationPeriods: 2,
          datapointsToAlarm: 2,
          description:
            'Is there a backup elsewhere? For two days no backup of the table has been copied to the other vault. Look at the jobs in AWS Backup; docs/deploy.md, "A backup that survives the account".',
        },
      }
