import { useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import type { Task } from '../../../client/src/index.ts'
import { useApi, useMay } from '../data/api.ts'
import { hrefs } from '../ui/route.ts'
import { explain } from '../ui/explain.ts'
import { putRestored } from '../data/task-cache.ts'

interface GoneProps {
  projectId: string
  /** The version last shown here; undefined if it was never shown. */
  task: Task | undefined
}

/** Says that a task does not exist and links to the trash. A task deleted while it was open can be restored here. */
export function Gone({ projectId, task }: GoneProps) {
  const { client } = useApi()
  const cache = useQueryClient()
  const mayWrite = useMay('write')
  const [fault, setFault] = useState('')
  const restore = async (id: string) => {
    try {
      putRestored(cache, await client.tasks.restore(id))
    } catch (error) {
      setFault(`It is still in the trash. ${explain(error)}`)
    }
  }
  return (
    <>
      <p role="alert">
        {task
          ? `“${task.label}” was deleted meanwhile.`
          : 'This task does not exist: it was deleted, or the link is wrong.'}{' '}
        {fault}
      </p>
      <div class="dialog-actions">
        <a href={hrefs.trash(task?.project_id ?? projectId)}>Open the trash</a>
        {task && mayWrite && (
          <button type="button" class="primary" onClick={() => void restore(task.id)}>
            Restore task
          </button>
        )}
      </div>
    </>
  )
}
