import { parsePolicy } from '../../../../lib/webhooks/sending/network.ts'
import { post, type Delivery } from '../../../../lib/webhooks/sending/post.ts'
import type { Resolve } from '../../../../lib/webhooks/sending/resolve.ts'

export const body = '{"label":"Zoë"}'

/** Every name leads to these addresses. */
export const resolveTo =
  (...addresses: string[]): Resolve =>
  () =>
    Promise.resolve(addresses)

/** Sends a delivery. Loopback is allowed, every name leads there, and the timeouts are short. */
export const send = (url: string, options: Partial<Delivery> = {}) =>
  post({
    url,
    headers: {},
    body,
    policy: parsePolicy('127.0.0.0/8,::1/128'),
    timeouts: { connectMs: 300, totalMs: 600 },
    resolve: resolveTo('127.0.0.1'),
    ...options,
  })
