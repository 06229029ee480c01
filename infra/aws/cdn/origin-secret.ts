import { NestedStack, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib'
import type { CfnDistribution, Distribution } from 'aws-cdk-lib/aws-cloudfront'
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Construct } from 'constructs'
import type { Settings } from '../settings.ts'

/** References to secrets. CloudFormation replaces them by the values during a deployment; no template has a value. */
export interface OriginSecrets {
  /** The secret that CloudFront sends with each request to the API. */
  sent: string
  /** The secrets that the functions accept, separated by commas. */
  accepted: string
}

function createSecret(scope: Construct, number: number): string {
  const secret = new Secret(scope, String(number), {
    description: `Tasks API: what CloudFront proves itself with to the functions, number ${number}`,
    generateSecretString: { passwordLength: 64, excludePunctuation: true },
    removalPolicy: RemovalPolicy.DESTROY,
  })
  Validations.of(secret).acknowledge({
    id: 'AwsSolutions-SMG4',
    reason:
      'A deployment with the next originSecretNumber rotates it: CloudFront and the functions must follow.',
  })
  return secret.secretValue.unsafeUnwrap() // only the reference
}

/**
 * Creates the secrets by which the functions recognise requests that came through CloudFront and its web ACL; none
 * without a web ACL. CloudFront sends the secret with the stage's number. The functions also accept the one before and
 * the one after. So the number can go up or down by one, in one deployment or its rollback. All functions accept
 * CloudFront's secret at every moment, in whatever order the parts change. The number is in the references, because
 * CloudFormation reads a secret again only if its reference has changed.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/dynamic-references-secretsmanager.html
 */
export function createOriginSecrets(
  stack: Construct,
  { waf, webAclArn, originSecretNumber: number = 1 }: Settings,
): OriginSecrets | undefined {
  if (!waf && webAclArn === undefined) return undefined
  const scope = new Construct(stack, 'OriginSecrets')
  const sent = createSecret(scope, number)
  return { sent, accepted: [createSecret(scope, number - 1), sent, createSecret(scope, number + 1)].join() }
}

/**
 * Lets the functions change after CloudFront: when the check is turned on, CloudFront must send the secret before they
 * require it.
 */
export function changeAfter(functions: ReadonlyMap<string, LambdaFunction>, { node }: Distribution): void {
  for (const nested of new Set([...functions.values()].map((one) => Stack.of(one))))
    if (nested instanceof NestedStack)
      nested.nestedStackResource?.addResourceDependency(node.defaultChild as CfnDistribution) // the default child of a Distribution
}
