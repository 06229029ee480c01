/** A queue of SQS, by the parts of its ARN. */
export interface QueueTarget {
  region: string
  account: string
  name: string
}

/** A bus of EventBridge, or a queue of SQS. */
export type AwsTarget = { bus: string } | QueueTarget

/** The domain of a region's services: https://docs.aws.amazon.com/general/latest/gr/rande.html */
export const domainOf = (region: string): string =>
  region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'

const busName = /^eventbridge:([\w./-]{1,256})$/

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-quotas.html: 80 characters, with `.fifo` */
const queueArn = /^sqs:arn:aws(?:-cn|-us-gov)?:sqs:([a-z0-9-]+):(\d{12}):([\w-]{1,80}(?:\.fifo)?)$/

/** Whether a webhook's URL names a service of AWS. */
export const isAwsTarget = (url: string): boolean => /^(?:eventbridge|sqs):/i.test(url)

/** The bus or the queue that a webhook's URL names; undefined if it has not the form of one. */
export function partsOfTarget(url: string): AwsTarget | undefined {
  const [, bus] = busName.exec(url) ?? []
  if (bus !== undefined) return { bus }
  const [, region, account, name] = queueArn.exec(url) ?? []
  if (region === undefined || account === undefined || name === undefined) return undefined
  return { region, account, name }
}

/** Why a webhook's URL that names a service of AWS is refused; undefined if the operator allows it. */
export function refusedTarget(url: string, targets: readonly string[]): string | undefined {
  if (targets.includes(url)) return undefined
  return partsOfTarget(url) === undefined
    ? 'The URL must be eventbridge:<name of a bus>, or sqs:<ARN of a queue>.'
    : 'The operator does not allow this bus or queue. WEBHOOK_TARGETS names those that are allowed.'
}
