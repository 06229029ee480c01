import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { formsOf } from '../../../client/src/forms.ts'
import type { Form, FormChanges } from '../../../client/src/index.ts'
import { keys, useApi } from '../data/api.ts'
import { putAnswer } from '../data/cache.ts'
import { goTo, hrefs } from '../ui/route.ts'
import { showToast } from '../ui/messages.ts'
import { noteWrite } from '../ui/undo.ts'
import { useUnloadGuard } from '../ui/unload-guard.ts'
import { useLock } from '../ui/use-lock.ts'
import { ChangeButton, ChangeNote } from '../ui/change.tsx'
import { draftOf, kindOf, type MappingDraft, mappingOf, type SampleKind } from './mapping.ts'
import { MappingFields } from './mapping-fields.tsx'
import { useShownOnce } from '../ui/shown-once.ts'
import { PreviewPanel } from './preview-panel.tsx'
import { SampleField } from './sample-field.tsx'
import { usePreview } from './use-preview.ts'
import { useInsert } from './use-insert.ts'
import { explainForm } from './words.ts'

/** Saves the mapping of a form, and goes to the form. As a hook. */
function useSave(form: Form, draft: MappingDraft) {
  const { client } = useApi()
  const cache = useQueryClient()
  const [problem, setProblem] = useState('')
  const lock = useLock()
  const save = useMutation({
    mutationFn: (mapping: NonNullable<FormChanges['mapping']> | null) =>
      formsOf(client.http).update(form.id, { mapping }),
    onSuccess: ({ form: saved }) => {
      putAnswer(cache, keys.form(form.id), saved)
      showToast('The mapping is saved. It takes effect within a minute.')
      goTo(hrefs.form(form.project_id, form.id))
    },
    onError: (error) => {
      setProblem(explainForm(error))
    },
  })
  return {
    problem,
    isPending: save.isPending,
    send: () => {
      setProblem('')
      if (!lock.take()) return
      const mapping = mappingOf(draft)
      const before = form.mapping && mappingOf(draftOf(form))
      const written = save.mutateAsync(mapping)
      noteWrite(`Changed the mapping of “${form.name}”.`, written, {
        undo: () => save.mutateAsync(before),
        redo: () => save.mutateAsync(mapping),
      })
      void written.catch(() => undefined).finally(lock.free) // it was told
    },
  }
}

/** How submissions of a form become tasks: a sample, the mapping, and the task that they make, live. */
export function MappingPage({ form }: { form: Form }) {
  const url = useShownOnce(form.id)
  const isNew = url !== undefined && form.created_at === form.updated_at
  const [sample, setSample] = useState('')
  const [kind, setKind] = useState<SampleKind>()
  const [draft, setDraft] = useState(() => draftOf(form))
  const change = (changes: Partial<typeof draft>) => {
    setDraft((before) => ({ ...before, ...changes }))
  }
  const insert = useInsert(draft, change)
  const preview = usePreview(form.id, sample, kind ?? kindOf(sample), mappingOf(draft))
  const { problem, isPending, send } = useSave(form, draft)
  const isChanged = JSON.stringify(draft) !== JSON.stringify(draftOf(form))
  useUnloadGuard(isChanged)
  const back = hrefs.form(form.project_id, form.id)
  return (
    <div class="page wide">
      <div class="page-title">
        <p class="muted">
          {isNew ? (
            'Step 2 of 2'
          ) : (
            <a href={back}>
              Back to <span dir="auto">{form.name}</span>
            </a>
          )}
        </p>
        <h1>
          How <span dir="auto">{form.name}</span> makes tasks
        </h1>
      </div>
      <ChangeNote />
      <div class="mapping">
        <section class="panel" aria-labelledby="sample-title">
          <h2 id="sample-title">Sample</h2>
          <SampleField sample={sample} kind={kind} onSample={setSample} onKind={setKind} />
          <PreviewPanel preview={preview} isEmpty={sample.trim() === ''} onInsert={insert.put} />
        </section>
        <section class="panel" aria-labelledby="mapping-title">
          <h2 id="mapping-title">Mapping</h2>
          <MappingFields
            projectId={form.project_id}
            draft={draft}
            onChange={change}
            onTarget={insert.onTarget}
          />
          <div role="alert" class={problem === '' ? undefined : 'alert'}>
            {problem}
          </div>
          <div class="actions">
            <ChangeButton label="Save mapping" class="primary" isDisabled={isPending} onClick={send} />
            <a class="button" href={back}>
              {isNew ? 'Skip' : 'Cancel'}
            </a>
          </div>
        </section>
      </div>
    </div>
  )
}
