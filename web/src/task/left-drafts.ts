import { guardUnload } from '../ui/unload-guard.ts'
import type { Draft } from './draft.ts'

const left = new Map<string, { draft: Draft; endGuard: () => void }>()

/**
 * Keeps the unsaved texts of a task when the session ends, as when a token is revoked: whoever may open the task later in
 * this tab goes on with them. An account does not find another's tasks, so it never sees their texts.
 * @param draft undefined: everything is saved
 */
export function leave(taskId: string, draft: Draft | undefined): void {
  takeLeft(taskId)
  if (draft) left.set(taskId, { draft, endGuard: guardUnload() })
}

/** Returns and forgets the unsaved texts that an earlier session has left of a task. */
export function takeLeft(taskId: string): Draft | undefined {
  const found = left.get(taskId)
  found?.endGuard()
  left.delete(taskId)
  return found?.draft
}
