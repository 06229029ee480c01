import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import {
  isTasksApiError,
  type Member,
  type MemberChanges,
  type NewMember,
} from '../../../client/src/index.ts'
import { maxBoundProjects, maxEmailCharacters, maxMembers } from '../../../lib/contract/limits.ts'
import { keys, useApi } from '../data/api.ts'
import { ChosenProjects } from '../projects/chosen-projects.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { explain } from '../ui/explain.ts'
import { dismissAlerts, showAlert, showToast } from '../ui/messages.ts'
import { noteStep, noteWrite } from '../ui/undo.ts'
import { useLock } from '../ui/use-lock.ts'
import { useTooLong } from '../ui/use-too-long.tsx'

type Role = Member['role']

const roles: readonly { role: Role; meaning: string }[] = [
  { role: 'viewer', meaning: 'sees tasks' },
  { role: 'member', meaning: 'sees, changes and deletes tasks, and manages forms, webhooks and calendars' },
  { role: 'admin', meaning: 'does all that, and manages members and tokens' },
]

/** Why a member was not added or changed, and what to do. */
function problemOf(error: unknown): string {
  if (isTasksApiError(error, 'member_exists')) return 'Somebody with this e-mail address is a member already.'
  if (isTasksApiError(error, 'member_not_found')) return 'This member was removed meanwhile.'
  if (isTasksApiError(error, 'project_not_found')) return 'One of the projects no longer exists.'
  if (isTasksApiError(error, 'quota_exceeded'))
    return `The account has ${maxMembers} members, as many as it may: remove one first.`
  if (isTasksApiError(error, 'invalid_request') && error.details.some(({ path }) => path === 'email'))
    return 'This is not an e-mail address. It is written like ada@example.com.'
  return explain(error)
}

/** Adds a member, or changes one, which can be undone. As a hook. */
function useSave(member: Member | undefined) {
  const { client } = useApi()
  const cache = useQueryClient()
  const set = async ({ id, email }: Member, changes: MemberChanges) => {
    dismissAlerts(id)
    try {
      await client.members.update(id, changes)
    } catch (error) {
      showAlert(`${email} was not changed. ${problemOf(error)}`, id)
    }
    await cache.invalidateQueries({ queryKey: keys.members })
  }
  return useMutation({
    mutationFn: ({ email, ...changes }: NewMember) =>
      member ? client.members.update(member.id, changes) : client.members.create({ email, ...changes }),
    onSuccess: (_, { email, ...changes }) => {
      if (member) {
        noteWrite(`Changed ${member.email}.`, Promise.resolve(), {
          undo: () => set(member, { role: member.role, projectIds: member.project_ids }),
          redo: () => set(member, changes),
        })
      } else noteStep(`Added ${email}. To take that back, remove them.`)
      showToast(member ? `Changed ${member.email}. It holds within a minute.` : `Added ${email}.`)
    },
    onSettled: () => cache.invalidateQueries({ queryKey: keys.members }),
  })
}

interface MemberDialogProps {
  /** Undefined: a new one. */
  member: Member | undefined
  onClose: () => void
}

/** Adds a member, or changes the role and the projects of one. */
export function MemberDialog({ member, onClose }: MemberDialogProps) {
  const [email, setEmail] = useState(member?.email ?? '')
  const [role, setRole] = useState<Role>(member?.role ?? 'member')
  const [projectIds, setProjectIds] = useState<readonly string[] | null>(member?.project_ids ?? null)
  const [problem, setProblem] = useState('')
  const lock = useLock()
  const { isTooLong, attributes, note } = useTooLong(email.trim(), maxEmailCharacters)
  const save = useSave(member)
  const submit = () => {
    if (email.trim() === '') setProblem('Enter the e-mail address of the person.')
    else if (projectIds?.length === 0) setProblem('Choose at least one project.')
    else if (projectIds && projectIds.length > maxBoundProjects)
      setProblem(`Choose at most ${maxBoundProjects} projects.`)
    else if (!isTooLong && lock.take()) {
      setProblem('')
      save.mutate(
        { email: email.trim(), role, projectIds: projectIds && [...projectIds] },
        {
          onSuccess: onClose,
          onError: (error) => {
            setProblem(problemOf(error))
          },
          onSettled: lock.free,
        },
      )
    }
  }
  return (
    <FormDialog
      title={member ? `Change ${member.email}` : 'New member'}
      problem={problem}
      action={member ? 'Save' : 'Add member'}
      isPending={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {!member && (
        <>
          <label class="field">
            <span>E-mail address</span>
            <input
              type="email"
              autoComplete="off"
              autoCapitalize="off"
              spellcheck={false}
              value={email}
              onInput={(event) => {
                setEmail(event.currentTarget.value)
              }}
              {...attributes}
            />
          </label>
          {note}
          <p class="muted">No message is sent: tell the person to sign in here with this address.</p>
        </>
      )}
      <RoleChoice value={role} onEdit={setRole} />
      <ChosenProjects value={projectIds} onEdit={setProjectIds} />
    </FormDialog>
  )
}

/** The choice of a role. */
const RoleChoice = ({ value, onEdit }: { value: Role; onEdit: (role: Role) => void }) => (
  <fieldset>
    <legend>Role</legend>
    {roles.map(({ role, meaning }) => (
      <label key={role} class="scope-choice">
        <input
          type="radio"
          name="role"
          checked={role === value}
          onChange={() => {
            onEdit(role)
          }}
        />
        <span>
          {role} <span class="muted">– {meaning}</span>
        </span>
      </label>
    ))}
  </fieldset>
)
