import { Validations } from 'aws-cdk-lib'
import type { Alarm, IAlarm } from 'aws-cdk-lib/aws-cloudwatch'
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy'
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { Alias } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import { createAlarm, moreThanFewFail } from './alarms.ts'
import type { Api } from './api.ts'
import type { Settings } from './settings.ts'

/**
 * The alarm that ends a deployment. It goes off sooner than `ServerErrors`, and ends sooner: an alarm that is still on
 * would block the deployment that goes back. It sends no message, because the deployment fails.
 */
const createDeploymentAlarm = (scope: Construct, api: Api): Alarm =>
  createAlarm(scope, 'Deployment', {
    metric: moreThanFewFail(api),
    threshold: 0,
    evaluationPeriods: 5, // metrics may come some minutes late
    datapointsToAlarm: 2,
    description:
      'Does the new release fail? In two of the last five minutes, more than 1% of the requests failed with a 5xx. It tells nobody; a deployment that is under way goes back.',
  })

/**
 * The role with which CodeDeploy moves one alias. Each function has its own: Lambda limits how many requests a role may
 * send in a second, and all functions are deployed at once
 * (https://github.com/govuk-one-login/authentication-api/pull/6816).
 */
function createRole(alias: Alias): Role {
  const target = alias.lambda
  const role = new Role(alias, 'DeploymentRole', {
    assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
    inlinePolicies: {
      own: new PolicyDocument({
        statements: [
          new PolicyStatement({
            actions: ['lambda:GetAlias', 'lambda:UpdateAlias', 'lambda:GetProvisionedConcurrencyConfig'],
            resources: [target.functionArn, `${target.functionArn}:${alias.aliasName}`],
          }),
          new PolicyStatement({ actions: ['cloudwatch:DescribeAlarms'], resources: ['*'] }),
        ],
      }),
    },
  })
  Validations.of(role).acknowledge({
    id: 'AwsSolutions-IAM5[Resource::*]',
    reason: 'CodeDeploy asks for the state of the alarms, as AWS’s own policy for it allows.',
  })
  return role
}

interface Parts {
  api: Api
  aliases: Iterable<Alias>
  /** Further alarms that end a deployment. */
  alarms: IAlarm[]
  settings: Settings
}

/**
 * If the settings ask for it, lets CodeDeploy move each alias to a new version little by little, and back when an alarm
 * goes off. The group and its role are in the stack of the alias.
 */
export function createDeployments(
  scope: Construct,
  { api, aliases, alarms, settings: { gradualDeployment } }: Parts,
): void {
  if (gradualDeployment === 'off') return
  const application = new LambdaApplication(scope, 'Deployments')
  const ends = [createDeploymentAlarm(scope, api), ...alarms]
  for (const alias of aliases) {
    new LambdaDeploymentGroup(alias, 'Deployment', {
      application,
      alias,
      alarms: ends,
      role: createRole(alias).withoutPolicyUpdates(), // the CDK would add AWS's own policy, which is wider
      deploymentConfig: LambdaDeploymentConfig.fromLambdaDeploymentConfigName(
        alias,
        'Shift',
        `CodeDeployDefault.Lambda${gradualDeployment}`,
      ),
    })
  }
}
