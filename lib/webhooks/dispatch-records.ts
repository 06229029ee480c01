import type { DynamoDBRecord } from 'aws-lambda'
import { followTasks } from '../comments/follow.ts'
import type { Storage } from '../table/storage.ts'
import { putsOf, writeInOrder } from '../table/write-items.ts'
import { dispatchEvents } from './dispatch.ts'
import { toldByRecord, type Told } from './event-of-record.ts'
import { historyDaysOf, stepItem } from './history-item.ts'
import { handleRecords, type Handled, type SetAside } from './stream-records.ts'

/** The result of a batch. */
export interface Dispatched extends Handled {
  /** The account of each notice of a disabled webhook in the batch. */
  disabledFor: string[]
}

/** Does what changes of the table tell of an account: for its history and its webhooks, and then for comments. */
async function actOnTold(
  storage: Storage,
  accountId: string,
  told: readonly Told[],
  done: (told: readonly Told[]) => void,
): Promise<void> {
  await storeTold(storage, accountId, told, (stored) => {
    done(stored.filter(({ follow }) => follow === undefined))
  })
  const moved = told.flatMap(({ follow }) => follow ?? [])
  if (moved.length === 0) return
  await followTasks({ ...storage, accountId, projectIds: null }, moved, (id) => {
    done(told.filter(({ follow }) => follow === id))
  })
}

/** Stores what changes of the table tell of an account, for its history and its webhooks. */
async function storeTold(
  storage: Storage,
  accountId: string,
  told: readonly Told[],
  done: (told: readonly Told[]) => void,
): Promise<void> {
  const historyDays = await historyDaysOf(storage, accountId)
  const quiet = told.flatMap((one) => one.quiet ?? [])
  if (historyDays > 0) {
    const items = quiet.map((step) => stepItem({ accountId }, step, historyDays))
    const distinct = new Map(items.map((item) => [item.sk, item])) // the same record may be there twice
    await writeInOrder(storage, [putsOf([...distinct.values()])])
  }
  done(told.filter((one) => one.quiet))
  const events = told.flatMap((one) => one.event ?? [])
  if (events.length === 0) return
  await dispatchEvents(storage, accountId, events, {
    historyDays,
    done: (finished) => {
      const ids = new Set(finished.map(({ id }) => id)) // the same event may be there twice
      done(told.filter(({ event }) => event && ids.has(event.id)))
    },
  })
}

/**
 * Stores the events of a batch of the table's changes, as the history of tasks and for webhooks. Comments follow their tasks.
 * @param records in the order of the stream
 */
export async function dispatchRecords(
  storage: Storage,
  records: readonly DynamoDBRecord[],
  setAside?: SetAside,
): Promise<Dispatched> {
  const disabledFor: string[] = []
  const handled = await handleRecords<Told>(
    storage,
    records,
    {
      workOf: (record) => {
        const told = toldByRecord(record)
        if (!told) return undefined
        const { accountId, ...work } = told
        if (work.event?.type === 'webhook.disabled') disabledFor.push(accountId)
        return { accountId, work }
      },
      act: actOnTold,
    },
    setAside,
  )
  return { ...handled, disabledFor }
}
