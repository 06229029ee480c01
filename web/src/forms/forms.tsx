import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { type Form, isTasksApiError } from '../../../client/src/index.ts'
import { maxForms, maxLabelCharacters } from '../../../lib/contract/limits.ts'
import { keys, useApi, useMay } from '../data/api.ts'
import { useForms } from '../data/forms.ts'
import { useProject } from '../data/queries.ts'
import { isNoProject, NoProject } from '../projects/no-project.tsx'
import { ChangeNote } from '../ui/change.tsx'
import { formatCount } from '../ui/format.ts'
import { goTo, hrefs } from '../ui/route.ts'
import { keepShown } from '../ui/shown-once.ts'
import { Failure, failureText, Loading } from '../ui/states.tsx'
import { useLock } from '../ui/use-lock.ts'
import { useTooLong } from '../ui/use-too-long.tsx'
import { honeypotName } from './snippets.ts'
import { explainForm, sourceName } from './words.ts'

/** The forms of a project, and the first step of a new one. */
export function Forms({ projectId }: { projectId: string }) {
  const { data: project, error } = useProject(projectId)
  const mayWrite = useMay('write')
  if (isNoProject(error)) return <NoProject />
  return (
    <div class="page">
      <h1>
        Forms of <span dir="auto">{project?.label ?? '…'}</span>
      </h1>
      {mayWrite ? <NewForm projectId={projectId} /> : <ChangeNote />}
      <FormList projectId={projectId} />
    </div>
  )
}

function FormList({ projectId }: { projectId: string }) {
  const { data, isError, error, refetch } = useForms()
  if (!data)
    return isError ? <Failure text={failureText(error)} onRetry={() => void refetch()} /> : <Loading />
  const forms = data.filter((form) => form.project_id === projectId)
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

function NewForm({ projectId }: { projectId: string }) {
  const { client } = useApi()
  const cache = useQueryClient()
  const [name, setName] = useState('')
  const [problem, setProblem] = useState('')
  const lock = useLock()
  const trimmed = name.trim()
  const { isTooLong, attributes, note } = useTooLong(trimmed, maxLabelCharacters)
  const create = useMutation({
    mutationFn: () => client.forms.create({ projectId, name: trimmed, honeypot: honeypotName }),
    onSuccess: ({ form: { url, ...form } }) => {
      keepShown(form.id, url)
      cache.setQueryData(keys.form(form.id), form)
      void cache.invalidateQueries({ queryKey: keys.forms, exact: true })
      goTo(hrefs.mapping(projectId, form.id))
    },
    onError: (error) => {
      setProblem(problemOf(error))
    },
  })
  return (
    <form
      class="new-project"
      onSubmit={(event) => {
        event.preventDefault()
        setProblem(trimmed === '' ? 'Give the form a name, such as Contact.' : '')
        if (trimmed !== '' && !isTooLong && lock.take()) create.mutate(undefined, { onSettled: lock.free })
      }}
    >
      <label class="field">
        <span>New form</span>
        <input
          value={name}
          dir="auto"
          autoComplete="off"
          placeholder="Contact"
          onInput={(event) => {
            setName(event.currentTarget.value)
          }}
          {...attributes}
        />
      </label>
      <button type="submit" class="primary" aria-disabled={create.isPending}>
        Create form
      </button>
      {note}
      <p role="alert" class="too-long">
        {problem}
      </p>
    </form>
  )
}
