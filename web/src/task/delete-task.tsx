import { useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import type { Task } from '../../../client/src/index.ts'
import { useApi } from '../data/api.ts'
import { explain } from '../ui/explain.ts'
import { dismissAlerts, showAlert, showToast } from '../ui/toast.tsx'
import { showUndo } from '../ui/undo.ts'
import { dropTask, putRestored } from '../data/task-cache.ts'

/** The button that moves a task to the trash. Its toast offers to undo that. */
export function DeleteTask({ task, onDeleted }: { task: Task; onDeleted: () => void }) {
  const { client } = useApi()
  const cache = useQueryClient()
  const [isSending, setSending] = useState(false)
  const { id, label } = task

  const undo = () => {
    client.tasks.restore(id).then(
      (answer) => {
        putRestored(cache, answer)
        showToast(`“${label}” is back.`)
      },
      (error: unknown) => {
        showAlert(`“${label}” is still in the trash. ${explain(error)}`)
      },
    )
  }
  const remove = async () => {
    setSending(true)
    dismissAlerts(id)
    try {
      await client.tasks.delete(id)
      dropTask(cache, task)
      onDeleted()
      showUndo(`Deleted “${label}”.`, undo)
    } catch (error) {
      setSending(false)
      showAlert(`“${label}” was not deleted. ${explain(error)}`, id)
    }
  }
  return (
    <button
      type="button"
      class="delete-task"
      aria-disabled={isSending}
      onClick={() => {
        if (!isSending) void remove()
      }}
    >
      Delete task
    </button>
  )
}
