import { createHash } from 'node:crypto'
import { Agent } from 'node:https'

const agent = new Agent({ keepAlive: true })

/** What no function that signs requests and sends them over TLS can go below. */
export const handler = () =>
  Promise.resolve({ statusCode: createHash('sha256').digest().length + agent.maxFreeSockets > 0 ? 200 : 500 })
