import { isOwn } from '../comments/author.ts'
import type { CommentGuard } from '../comments/change.ts'
import type { Precondition } from '../contract/headers.ts'
import type { Caller } from '../tokens/caller.ts'
import { requireScope } from './authenticate.ts'

/** What a caller's write of a comment must hold to: comments of others need the scope `admin`. */
export const commentGuard = (caller: Caller, precondition: Precondition): CommentGuard => ({
  precondition,
  checkAuthor: (author) => {
    if (!isOwn(caller, author)) requireScope(caller, 'admin')
  },
})
