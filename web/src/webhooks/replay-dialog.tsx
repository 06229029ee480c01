import { useQueryClient } from '@tanstack/preact-query'
import { useEffect, useRef, useState } from 'preact/hooks'
import { dataOf } from '../../../client/src/http.ts'
import type { Webhook } from '../../../client/src/index.ts'
import { maxEventDays } from '../../../lib/contract/limits.ts'
import { keys, useApi } from '../data/api.ts'
import { Check } from '../ui/all-or-some.tsx'
import { minuteOf, timeOfInput } from '../ui/day.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { counted } from '../ui/format.ts'
import { Text } from '../ui/setting-fields.tsx'
import { showToast } from '../ui/messages.ts'
import { noteStep } from '../ui/undo.ts'
import { useLock } from '../ui/use-lock.ts'
import { replayRange } from './replay.ts'
import { problemsOf, type Problems } from './words.ts'

const hourMs = 60 * 60 * 1000

interface ReplayDialogProps {
  webhook: Webhook
  missedSince: string | undefined
  onClose: () => void
}

/**
 * Queues past events again, as a hook. What is gone from the page stops it.
 * @param onDone called with how many were queued
 */
function useReplay({ id }: Webhook, onDone: (total: number) => void) {
  const { client } = useApi()
  const cache = useQueryClient()
  const [queued, setQueued] = useState<number>()
  const [problems, setProblems] = useState<Problems>({})
  const lock = useLock()
  const stop = useRef(new AbortController())
  useEffect(() => {
    const controller = stop.current
    return () => {
      controller.abort()
    }
  }, [])

  const run = async (range: { from: string; onlyFailed: boolean }) => {
    const { signal } = stop.current
    setQueued(0)
    try {
      const params = { path: { webhookId: id } }
      const total = await replayRange(
        (body) =>
          dataOf(client.http.POST('/webhooks/{webhookId}/replay', { params, body, signal }), 'queued'),
        range,
        setQueued,
      )
      if (total > 0) noteStep('Replayed events: what is sent does not come back.')
      onDone(total)
    } catch (error) {
      if (signal.aborted) return
      setQueued(undefined)
      setProblems(problemsOf(error))
    } finally {
      lock.free()
      void cache.invalidateQueries({ queryKey: keys.webhook(id) })
    }
  }
  return {
    queued,
    problems,
    start: (from: string | undefined, onlyFailed: boolean) => {
      setProblems(from === undefined ? { from: 'Give the time of the first event.' } : {})
      if (from !== undefined && lock.take()) void run({ from, onlyFailed })
    },
  }
}

/** Asks for the time from which events are sent again, and queues them. Closing the dialog stops it. */
export function ReplayDialog({ webhook, missedSince, onClose }: ReplayDialogProps) {
  const [time, setTime] = useState(() => {
    const since = missedSince ?? webhook.failing_since ?? (webhook.status === 'paused' && webhook.updated_at)
    return minuteOf(new Date(since || Date.now() - hourMs))
  })
  const [onlyFailed, setOnlyFailed] = useState(true)
  const { queued, problems, start } = useReplay(webhook, (total) => {
    showToast(summaryOf(total, webhook))
    onClose()
  })
  return (
    <FormDialog
      title="Replay events"
      problem={problems.other ?? ''}
      action="Replay events"
      cancel={queued === undefined ? 'Cancel' : 'Stop'}
      isPending={queued !== undefined}
      onSubmit={() => {
        start(timeOfInput(time), onlyFailed)
      }}
      onClose={onClose}
    >
      <p>
        Sends past events again, in their order. Events are kept for {maxEventDays} days. Your receiver may
        get some twice; it knows them by their id.
      </p>

      <Text
        type="datetime-local"
        name="Since"
        hint="By your clock. What happened later is sent."
        value={time}
        problem={problems.from}
        onEdit={setTime}
      />
      <Check label="Only what was not delivered" isChecked={onlyFailed} onCheck={setOnlyFailed} />
      <p role="status" class="muted progress">
        {queued !== undefined && `Queued ${counted(queued, 'event')} so far…`}
      </p>
    </FormDialog>
  )
}

function summaryOf(queued: number, { status }: Webhook): string {
  if (queued === 0) return 'There is nothing to send again since then.'
  const text = `Queued ${counted(queued, 'event')}.`
  return status === 'active' ? text : `${text} They are sent once the webhook is active.`
}
