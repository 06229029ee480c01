import { signal } from '@preact/signals-core'
import type { Task } from '../../../client/src/index.ts'

/** A member as the value of a field. */
export type MemberName = Extract<NonNullable<Task['fields']>[string], { email: string }>

/** The member who has signed in, or who made the token; null if there is none. The service calls it `me` in filters. */
export const ownMember = signal<MemberName | null>(null)

/** What `me` stands for in a filter. */
export const me = 'me'

/** Whether a member is the one that a filter names, by `me`, the id or the e-mail address. One that was typed has no id yet. */
export function isMember({ id, email }: MemberName, wanted: string): boolean {
  const name = (wanted === me ? ownMember.value?.email : wanted)?.toLowerCase()
  return name === email.toLowerCase() || name === id
}
