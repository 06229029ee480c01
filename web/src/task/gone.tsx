import { useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import type { Task } from '../../../client/src/index.ts'
import { useApi, useMay } from '../data/api.ts'
import { hrefs } from '../route.ts'
import { explain } from '../ui/explain.ts'
import { putRestored } from './task-cache.ts'

interface GoneProps {
  projectId: string
  /** The task as it was last seen here; undefined when it never was. */
  task: Task | undefined
}

/** Says that a task is not there, and where it may be; one that was deleted meanwhile can be had back. */
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
          : 'This task is no longer there: it was deleted, or the link is wrong.'}{' '}
        {fault}
      </p>
      <div class="dialog-actions">
        <a href={hrefs.trash(task?.project_id ?? projectId)}>Look into the trash</a>
        {task && mayWrite && (
          <button type="button" class="primary" onClick={() => void restore(task.id)}>
            Restore task
          </button>
        )}
      </div>
    </>
  )
}
