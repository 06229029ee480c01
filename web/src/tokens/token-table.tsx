import { useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import type { Token } from '../../../client/src/index.ts'
import { keys, useApi, useMay } from '../data/api.ts'
import { useProjects } from '../data/queries.ts'
import { Bounds } from '../projects/bounds.tsx'
import { signOut } from '../session/session.ts'
import { Time } from '../ui/time.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { explain } from '../ui/explain.ts'
import { dismissAlerts, showAlert, showToast } from '../ui/messages.ts'
import { noteWrite } from '../ui/undo.ts'

interface TokenTableProps {
  tokens: readonly Token[]
  /** The id of the session's own token. */
  ownId: string
}

/** Returns what revokes a token, as a hook. Whoever revokes the session's own token is signed out. */
function useRevocation(ownId: string) {
  const { client } = useApi()
  const cache = useQueryClient()
  return async ({ id, name }: Token): Promise<void> => {
    dismissAlerts(id)
    const revoked = client.tokens.delete(id)
    noteWrite(`Revoked “${name}”. A token that is revoked does not come back.`, revoked)
    try {
      await revoked
      if (id === ownId) {
        signOut()
        return
      }
      showToast(`Revoked “${name}”. It stops working within a minute.`)
    } catch (error) {
      showAlert(`“${name}” was not revoked. ${explain(error)}`, id)
    }
    await cache.invalidateQueries({ queryKey: keys.tokens })
  }
}

/** The live tokens of the account, oldest first, without their secrets. */
export function TokenTable({ tokens, ownId }: TokenTableProps) {
  const { data: projects } = useProjects(useMay('read'))
  const [asked, setAsked] = useState<Token>()
  const revoke = useRevocation(ownId)
  return (
    <section class="table-frame stacked-rows" aria-label="Live tokens">
      <table>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Scopes</th>
            <th scope="col">Projects</th>
            <th scope="col" class="wide">
              Created
            </th>
            <th scope="col" class="wide">
              Expires
            </th>
            <th scope="col">
              <span class="visually-hidden">Revoke</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {tokens.map((token) => (
            <tr key={token.id}>
              <td>
                <bdi>{token.name}</bdi> {token.id === ownId && <span class="muted">(in use here)</span>}
                {token.created_by !== null && (
                  <div class="muted">
                    made by <bdi>{token.created_by}</bdi>
                  </div>
                )}
              </td>
              <td>{token.scopes.join(', ')}</td>
              <td>
                <Bounds projectIds={token.project_ids} projects={projects} />
              </td>
              <td class="wide">
                <Time at={token.created_at} />
              </td>
              <td class="wide">{token.expires_at === null ? 'Never' : <Time at={token.expires_at} />}</td>
              <td>
                <button
                  type="button"
                  aria-label={`Revoke ${token.name}`}
                  onClick={() => {
                    setAsked(token)
                  }}
                >
                  Revoke
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {asked && (
        <Confirm
          title={`Revoke “${asked.name}”?`}
          text={
            asked.id === ownId
              ? 'You are signed in with this token. You will be signed out.'
              : 'It stops working within a minute. This cannot be undone.'
          }
          action="Revoke"
          onConfirm={() => void revoke(asked)}
          onClose={() => {
            setAsked(undefined)
          }}
        />
      )}
    </section>
  )
}
