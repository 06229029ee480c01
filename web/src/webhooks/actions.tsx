import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { webhooksOf } from '../../../client/src/webhooks.ts'
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

/** The changes of a webhook, as a hook. `onActive`: called with the time since which it may have missed events. */
function useWebhookWrites(webhook: Webhook, onActive: (missedSince: string) => void) {
  const { client } = useApi()
  const cache = useQueryClient()
  const { id } = webhook
  const title = titleOf(webhook)
  const attempt = useAttempt({
    about: id,
    explain: explainWebhook,
    after: () => void cache.invalidateQueries({ queryKey: keys.webhooks, exact: true }),
  })
  const setStatus = async (status: 'active' | 'paused') => {
    putAnswer(cache, keys.webhook(id), (await webhooksOf(client.http).update(id, { status })).webhook)
  }
  const activate = () =>
    attempt(async () => {
      const since = webhook.failing_since ?? webhook.updated_at
      await setStatus('active')
      onActive(since)
    }, 'The webhook was not activated.')
  const pause = () =>
    attempt(async () => {
      await setStatus('paused')
      showToast('Paused. Nothing is sent until you activate it.')
    }, 'The webhook was not paused.')
  /** Notes that it was activated or paused. It had failed before: then it cannot fail again on request. */
  const change = (made: () => Promise<boolean>, back: () => Promise<boolean>, words: string) => () => {
    const undo = webhook.status === 'active' || webhook.status === 'paused' ? back : undefined
    noteWrite(`${words} “${title}”.`, made(), { undo, redo: made })
  }
  return {
    activate: change(activate, pause, 'Activated'),
    pause: change(pause, activate, 'Paused'),
    rotate: (oldValidHours: number) => {
      const rotated = attempt(async () => {
        const { webhook: changed, secret } = await webhooksOf(client.http).rotateSecret(id, { oldValidHours })
        keepShown(id, secret)
        putAnswer(cache, keys.webhook(id), changed)
        showToast('The webhook has a new secret: copy it from this page.')
      }, 'The secret was not replaced.')
      noteWrite(`Made a new secret for “${title}”. The old one does not come back.`, rotated)
    },
    remove: () =>
      attempt(async () => {
        await webhooksOf(client.http).delete(id)
        forgetShown(id)
        showToast(`Deleted “${title}”.`)
        goTo(hrefs.webhooks)
        noteStep(`Deleted the webhook “${title}” with its deliveries.`)
        cache.removeQueries({ queryKey: keys.webhook(id) })
      }, 'The webhook was not deleted.'),
  }
}

/** What can be done with a webhook. */
export function Actions({ webhook, missedSince, onActivate }: ActionsProps) {
  const { client } = useApi()
  const [asked, setAsked] = useState<'test' | 'rotate' | 'replay' | 'delete'>()
  const ask = (what: typeof asked) => () => {
    setAsked(what)
  }
  const close = ask(undefined)
  const { activate, pause, rotate, remove } = useWebhookWrites(webhook, (since) => {
    onActivate(since)
    showToast('Active again. Events that waited are sent now; those since it stopped are not.', {
      label: 'Replay them',
      run: ask('replay'),
    })
  })
  const test = useMutation({ mutationFn: () => webhooksOf(client.http).test(webhook.id) })
  const runTest = () => {
    if (!test.isPending) test.mutate()
  }
  return (
    <div class="actions">
      {webhook.status !== 'active' && <ChangeButton label="Activate" class="primary" onClick={activate} />}
      {webhook.status !== 'paused' && <ChangeButton label="Pause" onClick={pause} />}
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
          onRotate={rotate}
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
