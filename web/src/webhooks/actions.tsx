import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import type { Webhook } from '../../../client/src/index.ts'
import { keys, useApi } from '../data/api.ts'
import { putAnswer } from '../data/cache.ts'
import { goTo, hrefs } from '../ui/route.ts'
import { ChangeButton } from '../ui/change.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { RotateDialog } from '../ui/rotate-dialog.tsx'
import { forgetShown, keepShown } from '../ui/shown-once.ts'
import { showToast } from '../ui/messages.ts'
import { noteStep, noteWrite } from '../ui/undo.ts'
import { useAttempt } from '../ui/use-attempt.ts'
import { ReplayDialog } from './replay-dialog.tsx'
import { TestDialog } from './test-dialog.tsx'
import { titleOf } from './health.ts'
import { explainWebhook } from './words.ts'

interface ActionsProps {
  webhook: Webhook
  /** The time since which it may have missed events, once it was activated again. */
  missedSince: string | undefined
  onActivate: (missedSince: string) => void
}

/** What can be done with a webhook. */
export function Actions({ webhook, missedSince, onActivate }: ActionsProps) {
  const { client } = useApi()
  const cache = useQueryClient()
  const [asked, setAsked] = useState<'test' | 'rotate' | 'replay' | 'delete'>()
  const attempt = useAttempt({
    about: webhook.id,
    explain: explainWebhook,
    after: () => void cache.invalidateQueries({ queryKey: keys.webhooks, exact: true }),
  })
  const test = useMutation({ mutationFn: () => client.webhooks.test(webhook.id) })
  const ask = (what: typeof asked) => () => {
    setAsked(what)
  }
  const close = ask(undefined)
  const setStatus = async (status: 'active' | 'paused') => {
    const { webhook: changed } = await client.webhooks.update(webhook.id, { status })
    await putAnswer(cache, keys.webhook(webhook.id), changed)
  }
  const activate = () =>
    attempt(async () => {
      const since = webhook.failing_since ?? webhook.updated_at
      await setStatus('active')
      onActivate(since)
      showToast('Active again. Events that waited are sent now; those since it stopped are not.', {
        label: 'Replay them',
        run: ask('replay'),
      })
    }, 'The webhook was not activated.')
  const pause = () =>
    attempt(async () => {
      await setStatus('paused')
      showToast('Paused. Nothing is sent until you activate it.')
    }, 'The webhook was not paused.')
  /** Notes that it was activated or paused. It had failed before: then it cannot fail again on request. */
  const change = (made: () => Promise<boolean>, back: () => Promise<boolean>, words: string) => () => {
    const undo = webhook.status === 'active' || webhook.status === 'paused' ? back : undefined
    noteWrite(`${words} “${titleOf(webhook)}”.`, made(), { undo, redo: made })
  }
  const rotate = (oldValidHours: number) =>
    attempt(async () => {
      const { webhook: rotated, secret } = await client.webhooks.rotateSecret(webhook.id, { oldValidHours })
      keepShown(webhook.id, secret)
      await putAnswer(cache, keys.webhook(webhook.id), rotated)
      showToast('The webhook has a new secret: copy it from this page.')
    }, 'The secret was not replaced.')
  const remove = () =>
    attempt(async () => {
      await client.webhooks.delete(webhook.id)
      forgetShown(webhook.id)
      showToast(`Deleted “${titleOf(webhook)}”.`)
      goTo(hrefs.webhooks)
      noteStep(`Deleted the webhook “${titleOf(webhook)}” with its deliveries.`)
      cache.removeQueries({ queryKey: keys.webhook(webhook.id) })
    }, 'The webhook was not deleted.')
  const runTest = () => {
    if (!test.isPending) test.mutate()
  }
  return (
    <div class="actions">
      {webhook.status !== 'active' && (
        <ChangeButton label="Activate" class="primary" onClick={change(activate, pause, 'Activated')} />
      )}
      {webhook.status !== 'paused' && (
        <ChangeButton label="Pause" onClick={change(pause, activate, 'Paused')} />
      )}
      <button
        type="button"
        onClick={() => {
          runTest()
          setAsked('test')
        }}
      >
        Test
      </button>
      <ChangeButton label="Replay" onClick={ask('replay')} />
      <ChangeButton label="New secret" onClick={ask('rotate')} />
      <button type="button" class="outlined-danger" onClick={ask('delete')}>
        Delete webhook
      </button>
      {asked === 'test' && <TestDialog test={test} onAgain={runTest} onClose={close} />}
      {asked === 'replay' && <ReplayDialog webhook={webhook} missedSince={missedSince} onClose={close} />}
      {asked === 'rotate' && (
        <RotateDialog
          what="secret"
          text="Deliveries are signed with a new secret. While the old one still works, they are signed with both: change it at your receiver."
          onRotate={(hours) => {
            noteWrite(
              `Made a new secret for “${titleOf(webhook)}”. The old one does not come back.`,
              rotate(hours),
            )
          }}
          onClose={close}
        />
      )}
      {asked === 'delete' && (
        <Confirm
          title={`Delete “${titleOf(webhook)}”?`}
          text="Nothing more is sent, what waits is dropped, and its deliveries can no longer be read. This cannot be undone."
          action="Delete webhook"
          onConfirm={() => void remove()}
          onClose={close}
        />
      )}
    </div>
  )
}
