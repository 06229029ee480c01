import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { EngineTap } from '../engine-tap.ts'
import { awsAccountId, awsRegion, type RoleCredentials } from './environment.ts'
import { grantsNeeded, type TableRequest } from './grants.ts'
import { accessKeyOf, isSignedBy, signForEngine, type SignedRequest } from './signature.ts'

/** A function's role: whoever has its credentials may do what its policy grants. */
export interface Role {
  functionName: string
  credentials: RoleCredentials
  /** In the words of roles.ts. */
  grants: readonly string[]
}

/** A request that reached the proxy. */
export interface Received {
  functionName: string
  operation: string
  request: TableRequest
  /** What was answered; undefined while there is no answer, and for good when it is held back. */
  status: number | undefined
}

interface Refusal {
  type: string
  message: string
}

const authorizationRefusal = (problem: 'no signature' | 'unknown' | 'mismatch'): Refusal => {
  switch (problem) {
    case 'no signature':
      return {
        type: 'MissingAuthenticationTokenException',
        message: 'Request is missing Authentication Token',
      }
    case 'unknown':
      return {
        type: 'UnrecognizedClientException',
        message: 'The security token included in the request is invalid.',
      }
    case 'mismatch':
      return {
        type: 'InvalidSignatureException',
        message: 'The request signature we calculated does not match the signature you provided.',
      }
  }
}

/**
 * Stands where the region's DynamoDB stands on AWS, in front of the local engine: it knows the roles of functions,
 * checks who has signed a request and whether the role allows it, and then hands it to the tap, which injects faults
 * and asks the engine. A fault that gives no answer (`timeout`, `lost-answer`) holds the answer back for good.
 */
export class EngineProxy {
  readonly tap = new EngineTap()
  readonly received: Received[] = []
  /** What a role did not allow: `dynamodb:PutItem table`. */
  readonly denied: string[] = []
  /** How long a request waits on its way, in milliseconds; it is lost if its sender gives up meanwhile. */
  delayMs: (operation: string) => number = () => 0
  #roles = new Map<string, Role>()
  #engine: string
  #tableName: string
  #server = createServer((request, response) => {
    this.#serve(request, response).catch((error: unknown) => {
      // TimeoutError is how the tap says that there is no answer; all else breaks the connection
      if (!(error instanceof Error && error.name === 'TimeoutError')) response.destroy()
    })
  })

  constructor(engine: { endpoint: string; tableName: string }) {
    this.#engine = engine.endpoint
    this.#tableName = engine.tableName
  }

  /** Its own endpoint. */
  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    const { port } = this.#server.address() as AddressInfo // a TCP server's address is one
    return `http://127.0.0.1:${port}`
  }

  /** From now on the role's credentials are known. */
  addRole(role: Role): void {
    this.#roles.set(role.credentials.accessKeyId, role)
  }

  /** Forgets what has passed, and all faults. */
  reset(): void {
    this.tap.reset()
    this.received.length = 0
    this.denied.length = 0
    this.delayMs = () => 0
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
    this.tap.destroy()
  }

  /** Who has signed a request, or why nobody knows. */
  async #authenticate(signed: SignedRequest): Promise<Role | Refusal> {
    const accessKey = accessKeyOf(signed)
    if (accessKey === undefined) return authorizationRefusal('no signature')
    const role = this.#roles.get(accessKey)
    if (role?.credentials.sessionToken !== signed.headers['x-amz-security-token'] || !role) {
      return authorizationRefusal('unknown')
    }
    return (await isSignedBy(signed, role.credentials, awsRegion)) ? role : authorizationRefusal('mismatch')
  }

  /** What DynamoDB says when a role's policy lacks something; undefined when it allows all of it. */
  #authorize({ grants, functionName }: Role, operation: string, request: TableRequest): Refusal | undefined {
    const lacking = grantsNeeded(operation, request, this.#tableName).filter((one) => !grants.includes(one))
    this.denied.push(...lacking)
    const [action, resource] = lacking[0]?.split(' ') ?? []
    if (action === undefined || resource === undefined) return undefined
    const user = `arn:aws:sts::${awsAccountId}:assumed-role/${functionName}/${functionName}`
    const message =
      `User: ${user} is not authorized to perform: ${action} on resource: ${resource} ` +
      `because no identity-based policy allows the ${action} action`
    return { type: 'AccessDeniedException', message }
  }

  async #serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = '', url: path = '', headers } = incoming
    const signed = { method, path, headers, body: await buffer(incoming) }
    const operation = String(headers['x-amz-target']).split('.').at(-1) ?? ''
    const request = JSON.parse(signed.body.toString()) as TableRequest // DynamoDB takes no other body
    const role = await this.#authenticate(signed)
    if ('type' in role) {
      refuse(outgoing, role)
      return
    }
    const refusal = this.#authorize(role, operation, request)
    if (refusal) {
      refuse(outgoing, refusal)
      return
    }
    const received: Received = { functionName: role.functionName, operation, request, status: undefined }
    this.received.push(received)
    await sleep(this.delayMs(operation))
    if (outgoing.destroyed) return
    const { response } = await this.tap.handle(await signForEngine(signed, this.#engine))
    received.status = response.statusCode
    const body = await buffer(response.body as AsyncIterable<Buffer>) // the tap's bodies are Node streams
    // a long answer comes in chunks, and goes on whole
    const passed = Object.entries(response.headers).filter(([name]) => name !== 'transfer-encoding')
    outgoing.writeHead(response.statusCode, { ...Object.fromEntries(passed), 'content-length': body.length })
    outgoing.end(body)
  }
}

/** An error in DynamoDB's own shape. */
function refuse(response: ServerResponse, { type, message }: Refusal): void {
  response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' })
  response.end(JSON.stringify({ __type: `com.amazon.coral.service#${type}`, message }))
}
