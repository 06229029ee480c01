import { setTimeout as sleep } from 'node:timers/promises'
import type * as z from 'zod/mini'
import { ApiError } from '../contract/api-error.ts'
import type { EndpointFor, TokenAuth } from '../contract/endpoint.ts'
import type { Item, Key } from '../table/item.ts'
import { getMany, getSome } from '../table/read-items.ts'
import { openStorage, type ReadAhead, type Storage } from '../table/storage.ts'
import type { Tenant } from '../table/tenant.ts'
import type { AroundLookUp } from './authenticate.ts'

/** An endpoint that only reads. */
export type Reader = EndpointFor<TokenAuth> & { method: 'GET' }

/**
 * A refused request that tried to read ahead is answered this many milliseconds after its look-up began. A look-up
 * takes less, so the time does not show what was read.
 */
const refusedAfterMs = 250

/**
 * For how long this process does not read ahead after a refusal, in milliseconds. This limits what strangers can make
 * it do.
 */
const pauseMs = 60_000

/** When the pause ends, in milliseconds since 1970. */
let pausedUntilMs = 0

/**
 * Reads keys, as `getMany` does, and one more in the same round trip. The storage's usage is then as if that item were
 * absent: the log line of a caller who may not read the item must not show whether it exists. If the table is busy,
 * only `keys` are read.
 */
async function getWithAhead(
  storage: Storage,
  keys: Key[],
  key: Key,
): Promise<{ items: Item[]; ahead?: ReadAhead }> {
  const { usage, deadlineMs } = openStorage(storage.deadlineMs)
  try {
    const { items, rest } = await getSome({ usage, deadlineMs }, [...keys, key])
    storage.usage.read_units += keys.length + 1
    if (rest.length === 0) {
      const item = items.find(({ pk, sk }) => pk === key.pk && sk === key.sk)
      const others = items.filter((one) => one !== item)
      return { items: others, ahead: { key, item, furtherUnits: usage.read_units - keys.length - 1 } }
    }
  } finally {
    storage.usage.round_trips += usage.round_trips
  }
  return { items: await getMany(storage, keys) }
}

/**
 * Lets an endpoint's read of one item go out together with the look-up of a token that is not known yet: the token
 * names its account, so the key is known. This saves a round trip. docs/security.md, "Reading ahead", says why a caller
 * with an invalid token learns nothing from this, and what it may cost.
 * @param keyOf returns the key that the endpoint will read
 */
export const readingAhead =
  <E extends Reader>(
    { params: schema }: E,
    keyOf: (tenant: Pick<Tenant, 'accountId'>, params: z.output<E['params']>) => Key,
  ): AroundLookUp =>
  async ({ event, context, token }, authorize) => {
    const { success, data } = schema.safeParse(event.pathParameters ?? {})
    if (!success || Date.now() < pausedUntilMs) return authorize()
    const beganMs = performance.now()
    const read: { isAsked?: boolean; ahead?: ReadAhead } = {}
    try {
      await authorize(async (storage, keys) => {
        read.isAsked = true
        // the endpoint's own schema has parsed `data`
        const { items, ahead } = await getWithAhead(
          storage,
          keys,
          keyOf(token, data as z.output<E['params']>),
        )
        if (ahead) read.ahead = ahead
        return items
      })
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status < 500
      if (read.isAsked && isRefused) {
        pausedUntilMs = Date.now() + pauseMs
        await sleep(Math.max(beganMs + refusedAfterMs - performance.now(), 0))
      }
      throw error
    }
    if (!read.ahead || !context.caller) return
    context.caller.ahead = read.ahead
    context.invocation.storage.usage.read_units += read.ahead.furtherUnits
  }
