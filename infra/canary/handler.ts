import { parseToken } from '../../lib/tokens/format.ts'
import { HttpRequest } from '@smithy/core/protocols'
import { Hash } from '@smithy/core/serde'
import { SignatureV4 } from '@smithy/signature-v4'
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

/** Where a parameter is, and who asks for it. */
interface ParameterAccess {
  /** The URL of SSM in the function's region. */
  endpoint: string
  region: string
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken: string }
}

const timeoutMs = 10_000

/** The parts of SSM's answer that are read. */
interface Answer {
  Parameter?: { Value?: string }
  __type?: string
}

/**
 * Reads an encrypted parameter of SSM. One signed request does it, without SSM's own client.
 * https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_GetParameter.html
 * @throws Error with SSM's reason, when it does not give the parameter
 */
async function readParameter(
  name: string,
  { endpoint, region, credentials }: ParameterAccess,
): Promise<string> {
  const { protocol, hostname, port, host } = new URL(endpoint)
  const body = JSON.stringify({ Name: name, WithDecryption: true })
  const request = new HttpRequest({
    ...{ protocol, hostname, path: '/', method: 'POST', body },
    ...(port !== '' && { port: Number(port) }),
    headers: {
      host,
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AmazonSSM.GetParameter',
    },
  })
  const sha256 = Hash.bind(undefined, 'sha256')
  const signer = new SignatureV4({ credentials, region, service: 'ssm', sha256 })
  const { headers } = await signer.sign(request)
  const signal = AbortSignal.timeout(timeoutMs)
  const response = await fetch(endpoint, { method: 'POST', headers, body, signal })
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
