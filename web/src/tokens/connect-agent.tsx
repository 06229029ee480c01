import { useState } from 'preact/hooks'
import { useApi, type Scope } from '../data/api.ts'
import { CopyField } from '../ui/copy-field.tsx'
import { Kinds, Snippet } from '../ui/snippet.tsx'
import { agentUrl, claudeCode, claudeDesktop, cursor, vsCode, type AgentAccess } from './agent-snippets.ts'
import { allScopes, TokenDialog } from './new-token.tsx'

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

/** Asks what the agent may do. At first it may do what can be undone, as far as the session's own token may. */
function AgentDialog({ onClose }: { onClose: () => void }) {
  const { scopes: own } = useApi()
  const scopes = (['read', 'write'] as const).filter((scope) => own.includes(scope))
  return (
    <TokenDialog
      title="Connect an agent"
      noun="agent"
      nameLabel="Name of the agent"
      legend="The agent may"
      choices={choices}
      first={{ name: 'Agent', scopes }}
      action="Create token and show settings"
      show={({ secret }) => <Settings access={{ origin: location.origin, secret }} />}
      onClose={onClose}
    >
      <p>
        The agent gets a token of its own. What it writes is marked, and you can revoke the token at any time.
      </p>
    </TokenDialog>
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
