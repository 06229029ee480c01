import { at, dataOf, type CallOptions, type Http } from './http.ts'
import type { Member, MemberChanges, NewMember } from './types.ts'

/** Calls about the people who may sign in to the account. All need the scope admin. */
export const membersOf = (http: Http) => ({
  /** All members, by their e-mail addresses. */
  list: ({ signal }: CallOptions = {}): Promise<{ members: Member[] }> =>
    dataOf(http.GET('/members', { ...(signal && { signal }) }), 'members'),

  create: (body: NewMember, { signal }: CallOptions = {}): Promise<{ member: Member }> =>
    dataOf(http.POST('/members', { body, ...(signal && { signal }) }), 'member'),

  /** Changes the role or the projects. Sessions have the new role within a minute. */
  update: (memberId: string, body: MemberChanges, options: CallOptions = {}): Promise<{ member: Member }> =>
    dataOf(http.PATCH('/members/{memberId}', { body, ...at({ memberId }, options) }), 'member'),

  /** Removes a member. Its sessions end within a minute; tokens that it created stay. */
  delete: (memberId: string, options: CallOptions = {}): Promise<{ success: true }> =>
    dataOf(http.DELETE('/members/{memberId}', at({ memberId }, options)), 'success'),
})

/** The call about the session whose token the client has. */
export const sessionsOf = (http: Http) => ({
  /** Signs out. A token that is not a session gets `session_not_found`. */
  delete: ({ signal }: CallOptions = {}): Promise<{ success: true }> =>
    dataOf(http.DELETE('/sessions/self', { ...(signal && { signal }) }), 'success'),
})
