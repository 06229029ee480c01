import { useQuery, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { isPerson } from '../session/kept.ts'
import { isTasksApiError, type Member } from '../../../client/src/index.ts'
import { maxMembers } from '../../../lib/contract/limits.ts'
import { keys, useApi, useIsBound, useMay } from '../data/api.ts'
import { useMembers } from '../data/members.ts'
import { ownMember } from '../data/own-member.ts'
import { useProjects } from '../data/queries.ts'
import { useValue } from '../data/use-value.ts'
import { Bounds } from '../projects/bounds.tsx'
import { getProvider } from '../session/provider.ts'
import { ownSecretOfSession } from '../session/session.ts'
import { ChangeScope } from '../ui/change.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { explain } from '../ui/explain.ts'
import { ListHead } from '../ui/list-head.tsx'
import { Unloaded } from '../ui/states.tsx'
import { dismissAlerts, showAlert, showToast } from '../ui/messages.ts'
import { noteWrite } from '../ui/undo.ts'
import { MemberDialog } from './member-dialog.tsx'
import { useMayGiveRoles } from './use-may-give-roles.ts'
import '../style/pages.css'
import '../style/trash.css'
import '../style/tokens.css'

/** The people who may sign in to the account. */
export function Members() {
  const mayManage = useMay('admin')
  const isBound = useIsBound()
  const mayGive = useMayGiveRoles()
  if (!mayManage || isBound)
    return (
      <div class="page">
        <h1>Members</h1>
        <p class="state">
          {mayManage
            ? 'Members belong to the whole account, and you see only some projects.'
            : 'Managing members needs the scope admin, which administrators have.'}
        </p>
      </div>
    )
  return (
    <div class="page">
      <ChangeScope.Provider value="admin">
        <ListHead
          title="Members"
          label={mayGive ? 'New member' : undefined}
          dialog={(onClose) => <MemberDialog member={undefined} onClose={onClose} />}
        />
      </ChangeScope.Provider>
      <p class="muted">
        A member signs in with an e-mail address that the identity provider has verified. An account has at
        most {maxMembers} members.
        {!mayGive &&
          (isPerson()
            ? ' Adding and changing members needs the role admin in the whole account.'
            : ' Adding and changing members needs a token that has all scopes.')}
      </p>
      <MemberList />
    </div>
  )
}

function MemberList() {
  const members = useMembers()
  const own = useValue(ownMember)
  const { data: provider } = useQuery({ queryKey: keys.provider, queryFn: getProvider })
  const [open, setOpen] = useState<Member>()
  if (!members?.data) return members ? <Unloaded query={members} /> : null
  return (
    <>
      {provider === null && (
        <p class="notice">
          This service has no identity provider yet, so members cannot sign in. They can be prepared.
        </p>
      )}
      {members.data.length === 0 ? (
        <p>There are no members yet.</p>
      ) : (
        <MemberTable
          members={members.data}
          own={ownSecretOfSession() === undefined ? undefined : own?.email}
          onOpen={setOpen}
        />
      )}
      {open && (
        <MemberDialog
          member={open}
          onClose={() => {
            setOpen(undefined)
          }}
        />
      )}
    </>
  )
}

interface MemberTableProps {
  members: readonly Member[]
  /** The e-mail address of the session's member; undefined with a token. */
  own: string | undefined
  onOpen: (member: Member) => void
}

/** Returns what removes a member, as a hook. */
function useRemoval() {
  const { client } = useApi()
  const cache = useQueryClient()
  return async ({ id, email }: Member): Promise<void> => {
    dismissAlerts(id)
    const removed = client.members.delete(id)
    noteWrite(`Removed ${email}. Add them again to let them in.`, removed)
    try {
      await removed
      showToast(`Removed ${email}. Their sessions end within a minute.`)
    } catch (error) {
      if (!isTasksApiError(error, 'member_not_found'))
        showAlert(`${email} was not removed. ${explain(error)}`, id)
    }
    await cache.invalidateQueries({ queryKey: keys.members })
  }
}

function MemberTable({ members, own, onOpen }: MemberTableProps) {
  const mayGive = useMayGiveRoles()
  const { data: projects } = useProjects(useMay('read'))
  const [asked, setAsked] = useState<Member>()
  const remove = useRemoval()
  return (
    <section class="table-frame stacked-rows" aria-label="Members">
      <table>
        <thead>
          <tr>
            <th scope="col">E-mail</th>
            <th scope="col">Role</th>
            <th scope="col">Projects</th>
            <th scope="col">
              <span class="visually-hidden">Change or remove</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <tr key={member.id}>
              <td class="member-email">
                <bdi>{member.email}</bdi> {member.email === own && <span class="muted">(you)</span>}
              </td>
              <td>{member.role}</td>
              <td>
                <Bounds projectIds={member.project_ids} projects={projects} />
              </td>
              <td>
                <div class="member-actions">
                  {mayGive && (
                    <button
                      type="button"
                      aria-label={`Change ${member.email}`}
                      onClick={() => {
                        onOpen(member)
                      }}
                    >
                      Change
                    </button>
                  )}
                  <button
                    type="button"
                    aria-label={`Remove ${member.email}`}
                    onClick={() => {
                      setAsked(member)
                    }}
                  >
                    Remove
                  </button>
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {asked && (
        <Confirm
          title={`Remove ${asked.email}?`}
          text={
            asked.email === own
              ? 'This is you: you will be signed out within a minute.'
              : 'Their sessions end within a minute. Tokens that they have made stay: the list of tokens says which these are.'
          }
          action="Remove"
          onConfirm={() => void remove(asked)}
          onClose={() => {
            setAsked(undefined)
          }}
        />
      )}
    </section>
  )
}
