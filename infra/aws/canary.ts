import { Duration, Stack } from 'aws-cdk-lib'
import { Rule, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction as RuleTarget } from 'aws-cdk-lib/aws-events-targets'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { Architecture, Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'
import { createFunctionRole } from './function-role.ts'
import type { Settings } from './settings.ts'

/** How often the canary runs. */
export const canaryMinutes = 5

/** More than its requests can take, so that a run that fails still deletes its task. */
const timeout = Duration.seconds(120)

/**
 * Allows to read the parameter with the token. AWS's own key for parameters needs no grant; the customer's key does,
 * only to decrypt this parameter.
 * https://docs.aws.amazon.com/kms/latest/developerguide/services-parameter-store.html
 */
function tokenGrants(scope: Construct, parameter: string, { customerKeyArn }: Settings): PolicyStatement[] {
  const { region, urlSuffix } = Stack.of(scope)
  const arn = Stack.of(scope).formatArn({
    service: 'ssm',
    resource: 'parameter',
    resourceName: parameter.replace(/^\//, ''),
  })
  const read = new PolicyStatement({ actions: ['ssm:GetParameter'], resources: [arn] })
  if (customerKeyArn === undefined) return [read]
  const decrypt = new PolicyStatement({
    actions: ['kms:Decrypt'],
    resources: [customerKeyArn],
    conditions: {
      StringEquals: {
        'kms:ViaService': `ssm.${region}.${urlSuffix}`,
        'kms:EncryptionContext:PARAMETER_ARN': arn,
      },
    },
  })
  return [read, decrypt]
}

interface Parts {
  /** The URL that callers use, with the version. */
  baseUrl: string
  /** The folder of its bundle. */
  bundle: string
  settings: Settings
}

/**
 * Creates the canary, if the settings name its token: a function that uses the service through its public URL, as its
 * users do. It is not a function of the service, and has no access to the table.
 */
export function createCanary(stack: Stack, { baseUrl, bundle, settings }: Parts): LambdaFunction | undefined {
  const { canaryTokenParameter: parameter } = settings
  if (parameter === undefined) return undefined
  const scope = new Construct(stack, 'Canary')
  const { logGroup, role } = createFunctionRole(scope, settings, tokenGrants(scope, parameter, settings))
  const canary = new LambdaFunction(scope, 'Function', {
    description: 'Canary of the Tasks API: creates, reads, changes and deletes a task',
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    memorySize: 256,
    timeout,
    handler: 'canary.handler',
    code: Code.fromAsset(bundle),
    role: role.withoutPolicyUpdates(),
    logGroup,
    retryAttempts: 0, // the next run comes soon, and the alarm counts runs
    maxEventAge: Duration.minutes(canaryMinutes),
    environment: {
      BASE_URL: baseUrl,
      TOKEN_PARAMETER: parameter,
      SSM_ENDPOINT: `https://ssm.${stack.region}.${stack.urlSuffix}`,
    },
  })
  new Rule(scope, 'Schedule', {
    description: 'Tasks API: runs the canary',
    // in the middle of the alarm's periods, so that each has exactly one run
    schedule: Schedule.cron({ minute: `2/${canaryMinutes}` }),
    targets: [new RuleTarget(canary)],
  })
  return canary
}
