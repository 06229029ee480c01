import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import type { NewToken } from '../../../client/src/index.ts'
import { maxLabelCharacters } from '../../../lib/contract/limits.ts'
import { keys, useApi, type Scope } from '../data/api.ts'
import { CopyField } from '../ui/copy-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Kinds, Snippet } from '../ui/snippet.tsx'
import { noteStep } from '../ui/undo.ts'
import { useLock } from '../ui/use-lock.ts'
import { useTooLong } from '../ui/use-too-long.tsx'
import { agentUrl, claudeCode, claudeDesktop, cursor, vsCode, type AgentAccess } from './agent-snippets.ts'
import { allScopes, problemOf, ScopeChoices, useProjectChoice } from './new-token.tsx'
import { showSecret } from './secret-dialog.tsx'

/** What an agent's tools can need. */
const agentScopes: readonly Scope[] = ['read', 'write', 'delete']
const choices = allScopes.filter(({ scope }) => agentScopes.includes(scope))

/** Makes a token for an assistant, and shows what to paste into its program. */
export function ConnectAgent() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section class="connect-agent" aria-label="Agents">
      <button
        type="button"
        onClick={() => {
          setIsOpen(true)
        }}
      >
        Connect an agent
      </button>
      <p class="muted">Let Claude, VS Code, Cursor or n8n find, add and finish tasks.</p>
      {isOpen && (
        <AgentDialog
          onClose={() => {
            setIsOpen(false)
          }}
        />
      )}
    </section>
  )
}

function AgentDialog({ onClose }: { onClose: () => void }) {
  const { client } = useApi()
  const cache = useQueryClient()
  const create = useMutation({
    mutationFn: (request: NewToken) => client.tokens.create(request),
    onSuccess: ({ token }) => {
      const { id, name, secret } = token
      noteStep(`Created the token “${name}”. To end it, revoke it.`)
      void cache.invalidateQueries({ queryKey: keys.tokens })
      const access = { origin: location.origin, secret }
      showSecret({ title: 'Connect an agent', id, secret }, <Settings access={access} />)
      onClose()
    },
  })
  return (
    <Dialog title="Connect an agent" onClose={onClose}>
      <AgentForm
        isPending={create.isPending}
        problem={create.error ? problemOf(create.error) : ''}
        onCreate={create.mutateAsync}
        onClose={onClose}
      />
    </Dialog>
  )
}

interface AgentFormProps {
  isPending: boolean
  /** Why the service made no token. */
  problem: string
  onCreate: (request: NewToken) => Promise<unknown>
  onClose: () => void
}

/** What the agent may do. At first it may do what can be undone, as far as the session's own token may. */
function AgentForm({ isPending, problem, onCreate, onClose }: AgentFormProps) {
  const { scopes: own } = useApi()
  const [name, setName] = useState('Agent')
  const [scopes, setScopes] = useState<readonly Scope[]>(
    (['read', 'write'] as const).filter((scope) => own.includes(scope)),
  )
  const projects = useProjectChoice()
  /** The problem that kept the form from being sent at the last attempt. */
  const [lacking, setLacking] = useState<string>()
  const lock = useLock()
  const { isTooLong, attributes, note } = useTooLong(name.trim(), maxLabelCharacters)
  const submit = () => {
    const isIncomplete = name.trim() === '' || scopes.length === 0
    const lacks = isIncomplete ? 'Give the agent a name, and choose at least one scope.' : projects.problem
    setLacking(lacks)
    if (lacks !== undefined || isTooLong || !lock.take()) return
    onCreate({ name: name.trim(), scopes: [...scopes], ...projects.request }).then(lock.free, lock.free)
  }
  const said = lacking ?? problem
  return (
    <form
      class="agent-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <p>
        The agent gets a token of its own. What it writes is marked, and you can revoke the token at any time.
      </p>
      <label class="field">
        <span>Name of the agent</span>
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
      <ScopeChoices legend="The agent may" choices={choices} chosen={scopes} onChoose={setScopes} />
      {projects.control}
      <div role="alert" class={said === '' ? undefined : 'alert'}>
        {said}
      </div>
      <div class="dialog-actions">
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" class="primary" aria-disabled={isPending}>
          Create token and show settings
        </button>
      </div>
    </form>
  )
}

const programs = ['Claude Code', 'Claude Desktop', 'VS Code', 'Cursor', 'n8n'] as const

/** The settings of each program, with the secret, which the service returns only once. */
function Settings({ access }: { access: AgentAccess }) {
  const [program, setProgram] = useState<(typeof programs)[number]>('Claude Code')
  return (
    <>
      <p>The token is shown only once. The settings contain it: keep them like a password.</p>
      <Kinds name="Program" kinds={programs} chosen={program} onChoose={setProgram} />
      {program === 'Claude Code' && (
        <Snippet name="the command" text={claudeCode(access)}>
          Run it in a terminal.
        </Snippet>
      )}
      {program === 'Claude Desktop' && (
        <Snippet name="the settings" text={claudeDesktop(access)}>
          Settings → Developer → Edit config. It starts a program of this service: write the folder of your
          checkout in place of <code>/path/to/tasks-api</code>.
        </Snippet>
      )}
      {program === 'VS Code' && (
        <>
          <Snippet name="the settings" text={vsCode(access)}>
            Save it as <code>.vscode/mcp.json</code>. VS Code asks for the token:
          </Snippet>
          <CopyField name="Token" text={access.secret} />
        </>
      )}
      {program === 'Cursor' && (
        <Snippet name="the settings" text={cursor(access)}>
          Save it as <code>~/.cursor/mcp.json</code>, or add it to what is there.
        </Snippet>
      )}
      {program === 'n8n' && (
        <>
          <p>
            Add the tool “MCP Client Tool” to your agent. Choose the transport HTTP Streamable and Bearer
            Auth.
          </p>
          <CopyField name="Endpoint" text={agentUrl(access.origin)} />
          <CopyField name="Token" text={access.secret} />
        </>
      )}
    </>
  )
}
