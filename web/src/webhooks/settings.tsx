import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { useRef, useState } from 'preact/hooks'
import type { Webhook, WebhookChanges } from '../../../client/src/index.ts'
import { keys, useApi } from '../data/api.ts'
import { putAnswer } from '../data/cache.ts'
import { ChangeButton } from '../ui/change.tsx'
import { counted } from '../ui/format.ts'
import { Problem } from '../ui/problem.tsx'
import { showToast } from '../ui/toast.tsx'
import { noteWrite } from '../ui/undo.ts'
import { titleOf } from './health.ts'
import { useUnloadGuard } from '../ui/unload-guard.ts'
import { useLock } from '../ui/use-lock.ts'
import { changesOf, draftOf, type WebhookDraft } from './draft.ts'
import { MainFields, MoreFields } from './fields.tsx'
import { useFocusProblem } from './use-focus-problem.ts'
import { problemsOf, type Problems, summaryOf } from './words.ts'

/** The settings of a webhook, which are saved together. */
export function Settings({ webhook }: { webhook: Webhook }) {
  const { client } = useApi()
  const cache = useQueryClient()
  const [edits, setEdits] = useState<Partial<WebhookDraft>>({})
  const [problems, setProblems] = useState<Problems>({})
  const section = useRef<HTMLElement>(null)
  const lock = useLock()
  const draft = { ...draftOf(webhook), ...edits }
  const changes = changesOf(webhook, draft)
  const isChanged = Object.keys(changes).length > 0
  useUnloadGuard(isChanged)
  useFocusProblem(section, problems)
  const onEdit = (more: Partial<WebhookDraft>) => {
    setEdits((before) => ({ ...before, ...more }))
  }
  const save = useMutation({
    mutationFn: (body: WebhookChanges) => client.webhooks.update(webhook.id, body),
    onSuccess: async ({ webhook: saved }) => {
      await putAnswer(cache, keys.webhook(webhook.id), saved)
      void cache.invalidateQueries({ queryKey: keys.webhooks, exact: true })
      showToast('Saved.')
    },
    onError: (error) => {
      setProblems(problemsOf(error))
    },
  })
  const send = () => {
    const text = `Changed the settings of “${titleOf(webhook)}”.`
    const written = save.mutateAsync(changes).then((answer) => {
      setEdits({})
      return answer.webhook
    })
    // the service never shows the values of headers
    const isLasting = 'headers' in changes
    noteWrite(isLasting ? `${text} Its headers do not come back.` : text, written, {
      ...(!isLasting && {
        undo: async () => save.mutateAsync(changesOf(await written, draftOf(webhook))),
        redo: () => save.mutateAsync(changes),
      }),
    })
    void written.catch(() => undefined).finally(lock.free) // it was told
  }
  const tokens = webhook.exclude_token_ids?.length ?? 0
  return (
    <section ref={section} class="panel settings" aria-labelledby="settings-title">
      <h2 id="settings-title">Settings</h2>
      <MainFields draft={draft} problems={problems} isBound={webhook.bound} onEdit={onEdit} />
      <MoreFields draft={draft} problems={problems} headerNames={webhook.header_names} onEdit={onEdit} />
      {tokens > 0 && (
        <p class="muted">Writes by {counted(tokens, 'token')} are left out too. Change that with the API.</p>
      )}
      <Problem text={summaryOf(problems)} />
      <div class="actions">
        <ChangeButton
          label="Save settings"
          class="primary"
          isDisabled={!isChanged || save.isPending}
          onClick={() => {
            setProblems({})
            if (lock.take()) send()
          }}
        />
      </div>
    </section>
  )
}
