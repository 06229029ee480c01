import type { DynamoDBRecord } from 'aws-lambda'
import type { StoredEvent } from './event.ts'
import type { Storage } from '../table/storage.ts'
import { dispatchEvents } from './dispatch.ts'
import { eventOfRecord } from './event-of-record.ts'
import { handleRecords, type Handled, type SetAside } from './stream-records.ts'

/** The result of a batch. */
export interface Dispatched extends Handled {
  /** The account of each notice of a disabled webhook in the batch. */
  disabledFor: string[]
}

/**
 * Dispatches the events of a batch of the table's changes.
 * @param records in the order of the stream
 */
export async function dispatchRecords(
  storage: Storage,
  records: readonly DynamoDBRecord[],
  setAside?: SetAside,
): Promise<Dispatched> {
  const disabledFor: string[] = []
  const handled = await handleRecords<StoredEvent>(
    storage,
    records,
    {
      workOf: (record) => {
        const { accountId, event } = eventOfRecord(record) ?? {}
        if (accountId === undefined || event === undefined) return undefined
        if (event.type === 'webhook.disabled') disabledFor.push(accountId)
        return { accountId, work: event }
      },
      act: (within, accountId, events, done) =>
        dispatchEvents(within, accountId, events, {
          done: (finished) => {
            const ids = new Set(finished.map(({ id }) => id)) // the same event may be there twice
            done(events.filter(({ id }) => ids.has(id)))
          },
        }),
    },
    setAside,
  )
  return { ...handled, disabledFor }
}
