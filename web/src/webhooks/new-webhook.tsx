import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { useRef, useState } from 'preact/hooks'
import { webhooksOf } from '../../../client/src/webhooks.ts'
import { keys, useApi } from '../data/api.ts'
import { useOwnProjects } from '../projects/chosen-projects.tsx'
import { goTo, hrefs } from '../ui/route.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { keepShown } from '../ui/shown-once.ts'
import { noteStep } from '../ui/undo.ts'
import { titleOf } from './health.ts'
import { useLock } from '../ui/use-lock.ts'
import { draftOf, newWebhookOf, type WebhookDraft } from './draft.ts'
import { MainFields } from './fields.tsx'
import { useFocusProblem } from '../ui/use-focus-problem.ts'
import { problemsOf, type Problems, summaryOf } from './words.ts'

/** Asks where a new webhook sends, and what. Then its page shows the secret once. */
export function NewWebhook({ onClose }: { onClose: () => void }) {
  const { client } = useApi()
  const cache = useQueryClient()
  const [edits, setEdits] = useState<Partial<WebhookDraft>>({})
  const draft = { ...draftOf(), projectIds: useOwnProjects(), ...edits }
  const [problems, setProblems] = useState<Problems>({})
  const form = useRef<HTMLFormElement>(null)
  const lock = useLock()
  useFocusProblem(form, problems)
  const create = useMutation({
    mutationFn: () => webhooksOf(client.http).create(newWebhookOf(draft)),
    onSuccess: ({ webhook, secret }) => {
      keepShown(webhook.id, secret)
      cache.setQueryData(keys.webhook(webhook.id), webhook)
      void cache.invalidateQueries({ queryKey: keys.webhooks, exact: true })
      noteStep(`Created the webhook “${titleOf(webhook)}”. To remove it, delete it on its page.`)
      onClose()
      goTo(hrefs.webhook(webhook.id))
    },
    onError: (error) => {
      setProblems(problemsOf(error))
    },
  })
  return (
    <FormDialog
      title="New webhook"
      problem={summaryOf(problems)}
      action="Create webhook"
      isPending={create.isPending}
      form={form}
      onSubmit={() => {
        const isEmpty = draft.url.trim() === ''
        setProblems(isEmpty ? { url: 'Give the URL to which the events are posted.' } : {})
        if (!isEmpty && lock.take()) create.mutate(undefined, { onSettled: lock.free })
      }}
      onClose={onClose}
    >
      <MainFields
        draft={draft}
        problems={problems}
        onEdit={(changes: Partial<WebhookDraft>) => {
          setEdits((before) => ({ ...before, ...changes }))
        }}
      />
    </FormDialog>
  )
}
