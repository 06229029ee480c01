import { goTo, hrefs } from '../route.ts'
import { showToast } from '../ui/toast.tsx'
import { guardUnload } from '../ui/unload-guard.ts'
import { isChanged, type Draft } from './draft.ts'

/** Unsaved texts of tasks whose dialog was closed without asking, for example by the browser's Back button. */
const left = new Map<string, { draft: Draft; endGuard: () => void }>()

/** Keeps unsaved texts and shows a toast that leads back to them. */
export function keepDraft(draft: Draft): void {
  if (!isChanged(draft)) return
  const { id, label, project_id } = draft.seen.task
  takeDraft(id)
  left.set(id, { draft, endGuard: guardUnload() })
  showToast(`“${label}” has unsaved changes.`, {
    label: 'Continue editing',
    run: () => {
      goTo(hrefs.task(project_id, id))
    },
  })
}

/** Returns and forgets the unsaved texts of a task, if there are any. */
export function takeDraft(taskId: string): Draft | undefined {
  const found = left.get(taskId)
  found?.endGuard()
  left.delete(taskId)
  return found?.draft
}
