import { useQueryClient } from '@tanstack/preact-query'
import { useRef, useState } from 'preact/hooks'
import { webhooksOf } from '../../../client/src/webhooks.ts'
import type { Webhook, WebhookChanges } from '../../../client/src/index.ts'
import { keys, useApi } from '../data/api.ts'
import { putAnswer } from '../data/cache.ts'
import { ChangeButton } from '../ui/change.tsx'
import { counted } from '../ui/format.ts'
import { Problem } from '../ui/problem.tsx'
import { showToast } from '../ui/messages.ts'
import { titleOf } from './health.ts'
import { useSettings } from '../ui/use-settings.ts'
import { changesOf, draftOf } from './draft.ts'
import { MainFields, MoreFields } from './fields.tsx'
import { useFocusProblem } from '../ui/use-focus-problem.ts'
import { problemsOf, type Problems, summaryOf } from './words.ts'

/** The settings of a webhook, which are saved together. */
export function Settings({ webhook }: { webhook: Webhook }) {
  const { client } = useApi()
  const cache = useQueryClient()
  const [problems, setProblems] = useState<Problems>({})
  const section = useRef<HTMLElement>(null)
  const { draft, edit, canSave, save } = useSettings({
    item: webhook,
    draftOf,
    changesOf,
    send: async (changes: WebhookChanges) =>
      (await webhooksOf(client.http).update(webhook.id, changes)).webhook,
    onSaved: (saved) => {
      putAnswer(cache, keys.webhook(webhook.id), saved)
      void cache.invalidateQueries({ queryKey: keys.webhooks, exact: true })
      showToast('Saved.')
    },
    onError: (error) => {
      setProblems(problemsOf(error))
    },
    done: `Changed the settings of “${titleOf(webhook)}”.`,
    // the service never shows the values of headers
    lastingOf: (changes) => ('headers' in changes ? 'Its headers do not come back.' : undefined),
  })
  useFocusProblem(section, problems)
  const tokens = webhook.exclude_token_ids?.length ?? 0
  return (
    <section ref={section} class="panel settings" aria-labelledby="settings-title">
      <h2 id="settings-title">Settings</h2>
      <MainFields draft={draft} problems={problems} isBound={webhook.bound} onEdit={edit} />
      <MoreFields draft={draft} problems={problems} headerNames={webhook.header_names} onEdit={edit} />
      {tokens > 0 && (
        <p class="muted">Writes by {counted(tokens, 'token')} are left out too. Change that with the API.</p>
      )}
      <Problem text={summaryOf(problems)} />
      <div class="actions">
        <ChangeButton
          label="Save settings"
          class="primary"
          isDisabled={!canSave}
          onClick={() => {
            setProblems({})
            save()
          }}
        />
      </div>
    </section>
  )
}
