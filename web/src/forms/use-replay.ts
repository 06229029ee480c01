import { useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { formsOf, submissionsOf } from '../../../client/src/forms.ts'
import type { Form, Submission } from '../../../client/src/index.ts'
import { keys, useApi } from '../data/api.ts'
import { counted, formatCount, nounOf } from '../ui/format.ts'
import { showAlert, showToast } from '../ui/messages.ts'
import { noteStep } from '../ui/undo.ts'
import { useAttempt } from '../ui/use-attempt.ts'
import { explainForm, outcomeOf } from './words.ts'

/** Replays submissions of a form, one or all that wait, with a progress text and a summary. */
export function useReplay(form: Form) {
  const { client } = useApi()
  const cache = useQueryClient()
  const [progress, setProgress] = useState<string>()
  const about = `replay of ${form.id}`
  const attempt = useAttempt({
    about,
    explain: explainForm,
    after: () => {
      setProgress(undefined)
      void cache.invalidateQueries({ queryKey: keys.forms })
    },
  })
  const guarded = (action: () => Promise<void>) => attempt(action, 'The replay failed.')

  const replayOne = ({ id }: Submission) =>
    guarded(async () => {
      const { submission } = await submissionsOf(client.http).replay(form.id, id)
      const { outcome, reason, comment_id } = submission
      const text = `${outcomeOf(submission)}. ${reason ?? ''}`.trim()
      if (outcome === 'created')
        noteStep(
          comment_id === undefined
            ? `Made a task of a submission of “${form.name}”. Delete it on its board.`
            : `Made a comment of a submission of “${form.name}”. Delete it in its task.`,
        )
      if (outcome === 'held') showAlert(`Still waiting. ${reason ?? ''}`.trim(), about)
      else showToast(text)
    })

  const replayAll = () =>
    guarded(async () => {
      const total = { created: 0, duplicates: 0, held: 0 }
      let cursor: string | undefined
      setProgress('Replaying…')
      do {
        const part = await formsOf(client.http).replay(form.id, { cursor })
        total.created += part.created
        total.duplicates += part.duplicates
        total.held += part.still_held
        cursor = part.next_cursor ?? undefined
        const seen = total.created + total.duplicates + total.held
        setProgress(`Replayed ${formatCount(seen)} of about ${counted(form.held_count, 'submission')}…`)
      } while (cursor !== undefined)
      // the answer has one count for both
      const orComment =
        form.mapping?.comment_on === undefined ? '' : ` or ${nounOf(total.created, 'comment')}`
      const made = [
        `${counted(total.created, 'task')}${orComment} created`,
        ...(total.duplicates > 0 ? [`${counted(total.duplicates, 'duplicate')} left out`] : []),
      ].join(', ')
      if (total.created > 0)
        noteStep(`Replayed submissions of “${form.name}”: ${made}. Delete them on their board.`)
      if (total.held === 0) showToast(`${made}.`)
      else {
        const waiting =
          total.held === 1 ? '1 submission still waits' : `${formatCount(total.held)} submissions still wait`
        showAlert(`${made}. ${waiting}: the reason stands beside each.`, about)
      }
    })

  return { replayOne, replayAll, progress }
}
