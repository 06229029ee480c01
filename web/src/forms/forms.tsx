import { useQueryClient } from '@tanstack/preact-query'
import { formsOf } from '../../../client/src/forms.ts'
import { type Form, isTasksApiError } from '../../../client/src/index.ts'
import { maxForms } from '../../../lib/contract/limits.ts'
import { keys, useApi } from '../data/api.ts'
import { useForms } from '../data/forms.ts'
import { useProject } from '../data/queries.ts'
import { isNoProject, NoProject } from '../projects/no-project.tsx'
import { ChangeNote } from '../ui/change.tsx'
import { formatCount } from '../ui/format.ts'
import { ListHead } from '../ui/list-head.tsx'
import { NameDialog } from '../ui/name-dialog.tsx'
import { hrefs } from '../ui/route.ts'
import { keepShown } from '../ui/shown-once.ts'
import { ownTimeZone } from '../ui/time-zone.ts'
import { noteStep } from '../ui/undo.ts'
import { Unloaded } from '../ui/states.tsx'
import { honeypotName } from './snippets.ts'
import { explainForm, sourceName } from './words.ts'

/** The forms of a project. */
export function Forms({ projectId }: { projectId: string }) {
  const { data: project, error } = useProject(projectId)
  if (isNoProject(error)) return <NoProject />
  return (
    <div class="page">
      <ListHead
        title={
          <>
            Forms of <span dir="auto">{project?.label ?? '…'}</span>
          </>
        }
        label="New form"
        dialog={(onClose) => <NewForm projectId={projectId} onClose={onClose} />}
      />
      <ChangeNote />
      <FormList projectId={projectId} />
    </div>
  )
}

function FormList({ projectId }: { projectId: string }) {
  const all = useForms()
  if (!all.data) return <Unloaded query={all} />
  const forms = all.data.filter((form) => form.project_id === projectId)
  if (forms.length === 0) {
    return (
      <div class="state empty">
        <p>
          <strong>No forms yet.</strong>
        </p>
        <p>
          A form gives you a URL to which a website, a form service or another program can send. Each
          submission becomes a task in this project.
        </p>
      </div>
    )
  }
  return (
    <ul class="link-list" aria-label="Forms">
      {forms.map((form) => (
        <FormRow key={form.id} form={form} />
      ))}
    </ul>
  )
}

const FormRow = ({ form }: { form: Form }) => (
  <li>
    <a href={hrefs.form(form.project_id, form.id)} dir="auto">
      {form.name}
    </a>
    <span class="facts">
      {form.paused && <span class="badge busy">Paused</span>}
      {form.held_count > 0 && <span class="badge busy">{formatCount(form.held_count)} waiting</span>}
      <span class="muted">{sourceName(form.source)}</span>
    </span>
  </li>
)

/** Why a form was not created, and what to do. */
const problemOf = (error: unknown): string =>
  isTasksApiError(error, 'quota_exceeded')
    ? `The account has ${maxForms} forms, as many as it may: delete one that is not needed.`
    : explainForm(error)

function NewForm({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const { client } = useApi()
  const cache = useQueryClient()
  return (
    <NameDialog
      noun="form"
      placeholder="Contact"
      hint="Its URL is shown once, on its page: copy it there. A new one can be made at any time."
      explain={problemOf}
      onClose={onClose}
      create={async (name) => {
        const made = { projectId, name, honeypot: honeypotName, timeZone: ownTimeZone() ?? null }
        const { url, ...form } = (await formsOf(client.http).create(made)).form
        keepShown(form.id, url)
        cache.setQueryData(keys.form(form.id), form)
        void cache.invalidateQueries({ queryKey: keys.forms, exact: true })
        noteStep(`Created the form “${name}”. To remove it, delete it on its page.`)
        return hrefs.mapping(projectId, form.id)
      }}
    />
  )
}
