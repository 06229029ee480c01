import { parseToken } from '../../lib/tokens/format.ts'
import { sendSigned, type AwsRequest } from '../../lib/shared/signed-request.ts'
import { clientOf, type Send } from '../smoke/client.ts'
import { check, expectStatus, newRun } from '../smoke/run.ts'
import { cleanUp, everydaySteps } from '../smoke/steps.ts'

/**
 * The only project of the token's account. People's accounts have more projects, so none of them gets a task from here
 * by mistake.
 */
async function onlyProject(send: Send): Promise<string> {
  const path = '/projects?limit=2'
  const { body } = expectStatus(200, `GET ${path}`, await send('GET', path))
  const [project, other] = body.projects ?? []
  check(
    project !== undefined && other === undefined,
    'The account of the token must have exactly one project: the canary works in an account of its own.',
  )
  return project.id
}

/**
 * Uses one task as people do, and leaves it in the trash.
 * @throws Error of the first step that failed, after the task was deleted if that is possible
 */
async function runCanary(baseUrl: string, token: string): Promise<void> {
  const send = clientOf(baseUrl, token)
  const run = newRun(send, await onlyProject(send))
  try {
    for (const { act } of everydaySteps) await act(run)
  } finally {
    // the reason of the failure matters, not that the task could not be deleted either
    await cleanUp(run).catch(() => undefined)
  }
}

/** The parts of SSM's answer that are read. */
interface Answer {
  Parameter?: { Value?: string }
  __type?: string
}

/**
 * Reads an encrypted parameter of SSM.
 * https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_GetParameter.html
 * @param access the URL of SSM in the function's region, and who asks
 * @throws Error with SSM's reason, when it does not give the parameter
 */
async function readParameter(
  name: string,
  access: Pick<AwsRequest, 'url' | 'region' | 'credentials'>,
): Promise<string> {
  const response = await sendSigned({
    ...access,
    service: 'ssm',
    headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': 'AmazonSSM.GetParameter' },
    body: JSON.stringify({ Name: name, WithDecryption: true }),
  })
  const { Parameter, __type: reason = 'no value' } = (await response.json()) as Answer // SSM answers in JSON
  if (Parameter?.Value !== undefined) return Parameter.Value
  throw new Error(`SSM did not give the parameter ${name}: ${response.status}, ${reason}.`)
}

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
    url: variable('SSM_ENDPOINT'),
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
