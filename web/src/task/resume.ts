import type { QueryClient } from '@tanstack/preact-query'
import type { ResourceClient } from '../../../client/src/index.ts'
import { noted } from '../data/own-writes.ts'
import { isLoss } from '../data/connection.ts'
import { ChangedSince } from '../data/unless-changed.ts'
import { explain } from '../ui/explain.ts'
import { showAlert, showToast } from '../ui/messages.ts'
import { dropStep, noteStep, putBack } from '../ui/undo.ts'
import { tellLost, wordsOf } from './tell-lost.ts'
import type { Entry } from './entry.ts'
import { deliver, GivenUp } from './waiting.ts'

/**
 * Sends what an earlier page has left, in its order, as soon as the session's token is accepted. Each is undone as if the
 * page had not been left.
 */
export function resume(client: ResourceClient, cache: QueryClient, found: readonly Entry[]): void {
  for (const entry of found) {
    const late = { ...entry, isLate: true }
    const { kind } = late.act
    let before = late.task
    const { answer, giveUp } = deliver(late, {
      inTurn: (send, now) => {
        before = now
        return send()
      },
    })
    const words = wordsOf(late)
    const undo = async () => {
      if (!giveUp()) {
        // a failed write is reported already: there is nothing to undo
        const after = await answer.catch(() => undefined)
        if (!after) return false
        try {
          const { takeBack } = await import('./take-back-late.ts')
          await takeBack(client, cache, { act: late.act, before, after })
        } catch (error) {
          if (isLoss(error)) putBack(step)
          const why = error instanceof ChangedSince ? 'It has changed since.' : explain(error)
          showAlert(`This was not undone: ${words} ${why}`, before.id)
          return false
        }
      }
      showToast(`Undone: ${words}`)
      return true
    }
    const step = noteStep(words, undo, undefined, late.page)
    answer.then(
      (after) => {
        if (kind !== 'delete') noted(cache, after)
      },
      (error: unknown) => {
        dropStep(step)
        if (!(error instanceof GivenUp)) tellLost(late, error)
      },
    )
  }
}
