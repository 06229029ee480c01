import { useMutation, useQueryClient } from '@tanstack/preact-query'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { yours } from '../ui/yours.ts'
import { isTasksApiError, type NewToken as TokenRequest } from '../../../client/src/index.ts'
import { maxBoundProjects, maxLabelCharacters, maxLiveTokens } from '../../../lib/contract/limits.ts'
import { keys, useApi, useIsBound, useMay, type Scope } from '../data/api.ts'
import { ChosenProjects, useOwnProjects } from '../projects/chosen-projects.tsx'
import { CopyField } from '../ui/copy-field.tsx'
import { dayOf, endOfDay } from '../ui/day.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { explain } from '../ui/explain.ts'
import { noteStep } from '../ui/undo.ts'
import { useLock } from '../ui/use-lock.ts'
import { useTooLong } from '../ui/use-too-long.tsx'
import { showSecret } from './secret-dialog.tsx'

export const allScopes: readonly { scope: Scope; meaning: string }[] = [
  { scope: 'read', meaning: 'see' },
  { scope: 'write', meaning: 'create and change' },
  { scope: 'delete', meaning: 'delete' },
  { scope: 'admin', meaning: 'manage tokens' },
  { scope: 'hooks', meaning: 'manage forms, webhooks and calendars' },
]

/** Why a token was not created, and what to do. */
function problemOf(error: unknown): string {
  if (isTasksApiError(error, 'project_not_found')) return 'One of the projects no longer exists.'
  return isTasksApiError(error, 'quota_exceeded')
    ? `The account has ${maxLiveTokens} live tokens, as many as it may: revoke one that is not needed.`
    : explain(error)
}

/** The choice of the projects of a new token, as a hook. */
function useProjectChoice() {
  const mayRead = useMay('read')
  const ownProjects = useOwnProjects()
  const [chosen, setChosen] = useState<readonly string[] | null>()
  const projectIds = chosen === undefined ? ownProjects : chosen
  const problemOfChoice = () => {
    if (!mayRead || projectIds === null) return undefined
    if (projectIds.length === 0) return 'Choose at least one project.'
    return projectIds.length > maxBoundProjects ? `Choose at most ${maxBoundProjects} projects.` : undefined
  }
  return {
    control: mayRead ? <ChosenProjects value={projectIds} onEdit={setChosen} /> : <UnnamedProjects />,
    /** What is wrong with the choice; undefined if nothing is. */
    problem: problemOfChoice(),
    /** What a request says of it. */
    request: mayRead ? { projectIds: projectIds && [...projectIds] } : {},
  }
}

interface TokenDialogProps {
  title: string
  /** What is said first. */
  children?: ComponentChildren
  /** Who gets the token: "token", "agent". */
  noun: string
  /** The label of the name. */
  nameLabel: string
  /** The label of the scopes. */
  legend: string
  /** The scopes that can be chosen. */
  choices: typeof allScopes
  /** What is filled in at first. */
  first: { name: string; scopes: readonly Scope[] }
  /** Whether the token can have a last day. */
  mayExpire?: boolean
  action: string
  /** Shows the secret, which the service returns only once. */
  show: (created: Created) => ComponentChildren
  onClose: () => void
}

/** A token that was created. */
interface Created {
  name: string
  secret: string
}

/** Asks what a new token may do. Then its secret is shown once. */
export function TokenDialog({ title, children, noun, first, show, onClose, ...words }: TokenDialogProps) {
  const { client } = useApi()
  const cache = useQueryClient()
  const [name, setName] = useState(first.name)
  const [scopes, setScopes] = useState(first.scopes)
  const projects = useProjectChoice()
  const [day, setDay] = useState('')
  const [problem, setProblem] = useState('')
  const lock = useLock()
  const { isTooLong, attributes, note } = useTooLong(name.trim(), maxLabelCharacters)
  const create = useMutation({
    mutationFn: (request: TokenRequest) => client.tokens.create(request),
    onSuccess: ({ token }) => {
      const { id, name, secret } = token
      noteStep(`Created the token “${name}”. To end it, revoke it.`)
      void cache.invalidateQueries({ queryKey: keys.tokens })
      showSecret({ title, id, secret }, show({ name, secret }))
      onClose()
    },
    onError: (error) => {
      setProblem(problemOf(error))
      void cache.invalidateQueries({ queryKey: keys.projects })
    },
  })

  const submit = () => {
    const expiresAt = endOfDay(day)
    if (name.trim() === '') setProblem(`Give the ${noun} a name, so that you can recognize it later.`)
    else if (scopes.length === 0) setProblem('Choose at least one scope.')
    else if (projects.problem !== undefined) setProblem(projects.problem)
    else if (!isTooLong && lock.take()) {
      setProblem('')
      const request = {
        name: name.trim(),
        scopes: [...scopes],
        ...projects.request,
        ...(expiresAt !== undefined && { expiresAt }),
      }
      create.mutate(request, { onSettled: lock.free })
    }
  }
  return (
    <FormDialog
      title={title}
      problem={problem}
      action={words.action}
      isPending={create.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {children}
      <label class="field">
        <span>{words.nameLabel}</span>
        <input
          dir="auto"
          value={name}
          autoComplete="off"
          onInput={(event) => {
            setName(event.currentTarget.value)
          }}
          {...attributes}
        />
      </label>
      {note}
      <ScopeChoices legend={words.legend} choices={words.choices} chosen={scopes} onChoose={setScopes} />
      {projects.control}
      {words.mayExpire === true && <LastDay value={day} onEdit={setDay} />}
    </FormDialog>
  )
}

/** The choice of the last day on which a token is valid. */
const LastDay = ({ value, onEdit }: { value: string; onEdit: (day: string) => void }) => (
  <label class="field expiry">
    <span>Expires on</span>
    <input
      type="date"
      min={dayOf(new Date())}
      value={value}
      onInput={(event) => {
        onEdit(event.currentTarget.value)
      }}
    />
  </label>
)

/** Makes a token. */
export const NewToken = ({ onClose }: { onClose: () => void }) => (
  <TokenDialog
    title="New token"
    noun="token"
    nameLabel="Name"
    legend="Scopes"
    choices={allScopes}
    first={{ name: '', scopes: [] }}
    mayExpire
    action="Create token"
    show={NewSecret}
    onClose={onClose}
  />
)

const NewSecret = ({ name, secret }: Created) => (
  <>
    <p>
      This is the secret of “<bdi>{name}</bdi>”. It is shown only once: copy it now, and keep it like a
      password.
    </p>
    <CopyField name="Secret" text={secret} />
  </>
)

/** Says which projects a new token sees, if they cannot be shown. */
const UnnamedProjects = () => (
  <p class="muted">
    Projects: {useIsBound() ? `those of ${yours('membership')}` : 'all'}. To choose some, {yours('role')}{' '}
    needs the scope read.
  </p>
)

interface ScopeChoiceProps {
  scope: Scope
  meaning: string
  /** Whether the session's own token lacks the scope, so that it cannot grant it. */
  isLacking: boolean
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
}

interface ScopeChoicesProps {
  legend: string
  choices: typeof allScopes
  chosen: readonly Scope[]
  onChoose: (scopes: readonly Scope[]) => void
}

/** The choice of a token's scopes, among those that the session's own token has. */
function ScopeChoices({ legend, choices, chosen, onChoose }: ScopeChoicesProps) {
  const { scopes: own } = useApi()
  return (
    <fieldset>
      <legend>{legend}</legend>
      {choices.map(({ scope, meaning }) => (
        <ScopeChoice
          key={scope}
          scope={scope}
          meaning={meaning}
          isLacking={!own.includes(scope)}
          isChosen={chosen.includes(scope)}
          onChoose={(isChosen) => {
            onChoose(isChosen ? [...chosen, scope] : chosen.filter((other) => other !== scope))
          }}
        />
      ))}
    </fieldset>
  )
}

/** The choice of one scope. */
const ScopeChoice = ({ scope, meaning, isLacking, isChosen, onChoose }: ScopeChoiceProps) =>
  isLacking ? (
    <p class="scope-choice muted">{scope} – your own token lacks it</p>
  ) : (
    <label class="scope-choice">
      <input
        type="checkbox"
        checked={isChosen}
        onChange={(event) => {
          onChoose(event.currentTarget.checked)
        }}
      />
      <span>
        {scope} <span class="muted">– {meaning}</span>
      </span>
    </label>
  )
