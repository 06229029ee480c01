import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { EngineTap } from '../engine-tap.ts'
import { awsAccountId, awsRegion, type RoleCredentials } from './environment.ts'
import { grantsNeeded, type TableRequest } from './grants.ts'
import { accessKeyOf, isSignedBy, signForEngine, type SignedRequest } from './signature.ts'
import { listenHere } from '../listen.ts'

/** A function's role: its credentials and what its policy grants. */
export interface Role {
  functionName: string
  credentials: RoleCredentials
  /** In the format of roles.ts. */
  grants: readonly string[]
}

/** A request that reached the proxy. */
export interface Received {
  functionName: string
  operation: string
  request: TableRequest
  /** The status of the answer; undefined while there is none, and forever if it is held back. */
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
 * A proxy in front of the local engine, in the place of the region's DynamoDB. It knows the functions' roles, and
 * checks who has signed a request and whether the role allows it. Then it passes the request to the tap, which injects
 * faults and calls the engine. A fault without an answer (`timeout`, `lost-answer`) holds the answer back forever.
 */
export class EngineProxy {
  readonly tap = new EngineTap()
  readonly received: Received[] = []
  /** The denied actions, such as `dynamodb:PutItem table`. */
  readonly denied: string[] = []
  /** The delay of a request, in milliseconds. The request is dropped if its sender gives up meanwhile. */
  delayMs: (operation: string) => number = () => 0
  #roles = new Map<string, Role>()
  #engine: string
  #tableName: string
  #server = createServer((request, response) => {
    this.#serve(request, response).catch((error: unknown) => {
      // a TimeoutError from the tap means no answer; any other error closes the connection
      if (!(error instanceof Error && error.name === 'TimeoutError')) response.destroy()
    })
  })

  constructor(engine: { endpoint: string; tableName: string }) {
    this.#engine = engine.endpoint
    this.#tableName = engine.tableName
  }

  /** Starts to listen. Returns the proxy's endpoint. */
  async listen(): Promise<string> {
    return `http://${await listenHere(this.#server)}`
  }

  /** Accepts the role's credentials from now on. */
  addRole(role: Role): void {
    this.#roles.set(role.credentials.accessKeyId, role)
  }

  /** Forgets all requests and faults. */
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

  /** The role that has signed a request, or a refusal. */
  async #authenticate(signed: SignedRequest): Promise<Role | Refusal> {
    const accessKey = accessKeyOf(signed)
    if (accessKey === undefined) return authorizationRefusal('no signature')
    const role = this.#roles.get(accessKey)
    if (role?.credentials.sessionToken !== signed.headers['x-amz-security-token'] || !role) {
      return authorizationRefusal('unknown')
    }
    return (await isSignedBy(signed, role.credentials, awsRegion)) ? role : authorizationRefusal('mismatch')
  }

  /** DynamoDB's refusal if a role's policy lacks a grant; undefined if it allows everything. */
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
    const request = JSON.parse(signed.body.toString()) as TableRequest // DynamoDB accepts no other body
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
    // a long answer arrives in chunks, and is passed on as a whole
    const passed = Object.entries(response.headers).filter(([name]) => name !== 'transfer-encoding')
    outgoing.writeHead(response.statusCode, { ...Object.fromEntries(passed), 'content-length': body.length })
    outgoing.end(body)
  }
}

/** Answers with an error in DynamoDB's format. */
function refuse(response: ServerResponse, { type, message }: Refusal): void {
  response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' })
  response.end(JSON.stringify({ __type: `com.amazon.coral.service#${type}`, message }))
}
