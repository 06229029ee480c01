import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import * as z from 'zod/mini'
import { sendSigned } from '../../lib/shared/signed-request.ts'

const accountSettings = z.object({ AccountLimit: z.object({ ConcurrentExecutions: z.number() }) })

/** What an AWS account of some age has; a new one has 10. */
export const usualConcurrency = 1_000

/** The command that asks AWS for the usual number of Lambdas at once. */
export const askForMore = (region: string): string =>
  `aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value ${usualConcurrency} --region ${region}`

/**
 * Asks AWS how many Lambdas the account may run at once in a region, with the credentials of the environment.
 * https://docs.aws.amazon.com/lambda/latest/api/API_GetAccountSettings.html
 * @throws Error without credentials, or when AWS does not answer
 */
export async function readConcurrency(region: string): Promise<number> {
  const client = new DynamoDBClient({ region }) // knows where credentials may be
  const credentials = await client.config.credentials()
  client.destroy()
  const endpoint = process.env.AWS_ENDPOINT_URL_LAMBDA ?? `https://lambda.${region}.amazonaws.com`
  const url = `${endpoint}/2016-08-19/account-settings/`
  const answer = await sendSigned({ service: 'lambda', region, credentials, url, method: 'GET' })
  const body: unknown = await answer.json().catch(() => undefined)
  const settings = accountSettings.safeParse(body)
  if (!settings.success) throw new Error(`AWS answers ${answer.status}: ${JSON.stringify(body)}`)
  return settings.data.AccountLimit.ConcurrentExecutions
}
