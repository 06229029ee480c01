import { parsePolicy } from '../../../../lib/webhooks/sending/network.ts'
import { post, type Delivery } from '../../../../lib/webhooks/sending/post.ts'
import type { Resolve } from '../../../../lib/webhooks/sending/resolve.ts'

export const body = '{"label":"Zoë"}'

/** Every name leads to these addresses. */
export const resolveTo =
  (...addresses: string[]): Resolve =>
  () =>
    Promise.resolve(addresses)

/** Timeouts for a delivery that is to run into them. One that is to be answered needs longer ones on a busy machine. */
export const short = { timeouts: { connectMs: 300, totalMs: 600 } }

/** Sends a delivery. Loopback is allowed, and every name leads there. */
export const send = (url: string, options: Partial<Delivery> = {}) =>
  post({
    url,
    headers: {},
    body,
    policy: parsePolicy('127.0.0.0/8,::1/128'),
    resolve: resolveTo('127.0.0.1'),
    ...options,
  })
