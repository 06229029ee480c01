import { HttpRequest } from '@smithy/core/protocols'
import { Hash } from '@smithy/core/serde'
import { SignatureV4 } from '@smithy/signature-v4'

/** Where a parameter is, and who asks for it. */
export interface ParameterAccess {
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
export async function readParameter(
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
