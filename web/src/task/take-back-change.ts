import type { QueryClient } from '@tanstack/preact-query'
import type { ResourceClient, Task, TaskAnswer, TaskChanges } from '../../../client/src/index.ts'
import { sendBack } from '../data/moves-back.ts'
import type { Order } from '../data/moves.ts'
import { latestOf, noted } from '../data/own-writes.ts'
import { unlessChanged } from '../data/unless-changed.ts'
import { runWrite } from '../data/writes.ts'
import { differingFields, reverseOf, withChanges } from './conflict.ts'
import { findWaiting } from './waiting.ts'

/** A change that was made: the task and the order before it, and its answer. */
export interface Made {
  before: Task
  order: Order
  changes: TaskChanges
  after: TaskAnswer
}

/**
 * Takes back a change of a task, and shows that at once.
 * @throws ChangedSince if someone else has changed the same since; TasksApiError
 */
export function takeBackChange(
  client: ResourceClient,
  cache: QueryClient,
  { before, order, changes, after }: Made,
): Promise<TaskAnswer> {
  const reverse = reverseOf(before, changes)
  const task = withChanges(findWaiting(cache, before.id) ?? after.task, reverse)
  const isAsLeft = (now: Task) => differingFields(now, withChanges(now, changes)).length === 0
  return runWrite(cache, { task, place: 'same' }, async () => {
    const answer = await unlessChanged(latestOf(cache, after), isAsLeft, (ifMatch) =>
      sendBack(client, cache, before, { made: changes, reverse, order }, ifMatch),
    )
    return noted(cache, answer)
  })
}
