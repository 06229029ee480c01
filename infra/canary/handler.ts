import { parseToken } from '../../lib/tokens/format.ts'
import { readParameter } from './parameter.ts'
import { runCanary } from './run.ts'

/** A variable that the deployment sets (infra/aws/canary.ts), or that Lambda does. */
function variable(name: string): string {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is not set.`)
  return value
}

/**
 * The canary's Lambda. It reads its token in each run, so that a new one counts at once. A failure is an error of the
 * invocation, which its alarm counts.
 */
export async function handler(): Promise<void> {
  const name = variable('TOKEN_PARAMETER')
  const value = await readParameter(name, {
    endpoint: variable('SSM_ENDPOINT'),
    region: variable('AWS_REGION'),
    credentials: {
      accessKeyId: variable('AWS_ACCESS_KEY_ID'),
      secretAccessKey: variable('AWS_SECRET_ACCESS_KEY'),
      sessionToken: variable('AWS_SESSION_TOKEN'),
    },
  })
  const token = value.trim()
  // a header with something else may be refused with a message that quotes it
  if (!parseToken(token)) throw new Error(`The parameter ${name} does not hold a token.`)
  await runCanary(variable('BASE_URL'), token)
}
