import type { Caller } from '../tokens/caller.ts'
import type { Author } from './comment.ts'

/** The author of a comment that a request writes: the member of its session, or its token. */
export const authorOf = ({ token, session }: Pick<Caller, 'token' | 'session'>): Author =>
  session
    ? { kind: 'member', id: session.memberId, name: token.name } // a session is named by the address of its member
    : { kind: 'token', id: token.id, name: token.name }

/** Whether a request may change a comment as its own. */
export const isOwn = (caller: Pick<Caller, 'token' | 'session'>, author: Author): boolean => {
  const { kind, id } = authorOf(caller)
  return author.kind === kind && author.id === id
}
