import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Task } from '../../../client/src/index.ts'
import { useWriter } from '../data/origins.ts'
import { hrefs } from '../ui/route.ts'
import { Time } from '../ui/time.tsx'

/** How a task was last changed, if it was not by a member or a member's program. */
const writers = {
  form: ' by a form',
  import: ' by an import',
  mcp: ' by an agent',
  rule: ' by a rule',
  revert: ', taken back',
  api: '',
}

/** The external id, link and times of a task. */
export function Details({ task }: { task: Task }) {
  const { id, project_id, external_id, created_at, updated_at } = task
  const { email, via = 'api' } = useWriter(task)
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
        {email === undefined ? (
          writers[via]
        ) : (
          <>
            {' '}
            by <bdi>{email}</bdi>
          </>
        )}
      </p>
    </>
  )
}

interface CopyButtonProps {
  name: string
  text: string
}

/** A button that copies a text, and says so. Without a clipboard it shows the text, selected, to be copied by hand. */
function CopyButton({ name, text }: CopyButtonProps) {
  const field = useRef<HTMLInputElement>(null)
  const [state, setState] = useState<'copied' | 'shown'>()
  useLayoutEffect(() => {
    if (state === 'shown') field.current?.select()
  }, [state])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      // there is no clipboard, or it is not allowed
      setState('shown')
    }
  }
  return (
    <>
      <button type="button" onClick={() => void copy()}>
        {name}
      </button>
      {state === 'shown' && <input ref={field} aria-label={`${name}: the text`} value={text} readOnly />}
      <span role="status" class="muted copied">
        {state === 'copied' && 'Copied.'}
        {state === 'shown' && 'Copy it with Ctrl+C or ⌘C.'}
      </span>
    </>
  )
}
