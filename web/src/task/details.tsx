import type { Task } from '../../../client/src/index.ts'
import { hrefs } from '../ui/route.ts'
import { CopyButton } from './copy-button.tsx'
import { Time } from '../ui/time.tsx'

/** What a task is known by, and its times. */
export function Details({ task }: { task: Task }) {
  const { id, project_id, external_id, created_at, updated_at } = task
  const link = `${location.origin}${location.pathname}${hrefs.task(project_id, id)}`
  return (
    <>
      {external_id != null && (
        <div class="field">
          <span>External id</span>
          <code class="external-id" dir="auto">
            {external_id}
          </code>
          <div class="copy-row">
            <CopyButton name="Copy external id" text={external_id} />
          </div>
        </div>
      )}
      <div class="copy-row">
        <CopyButton name="Copy link" text={link} />
      </div>
      <p class="muted">
        Created <Time at={created_at} />
        <br />
        Changed <Time at={updated_at} />
      </p>
    </>
  )
}
