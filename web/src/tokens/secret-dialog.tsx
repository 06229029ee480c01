import { useRef, useState } from 'preact/hooks'
import { Dialog } from '../ui/dialog.tsx'

interface SecretDialogProps {
  token: { name: string; secret: string }
  onClose: () => void
}

/** Shows the secret of a new token. The service returns it only once. */
export function SecretDialog({ token: { name, secret }, onClose }: SecretDialogProps) {
  const field = useRef<HTMLInputElement>(null)
  const [said, setSaid] = useState('')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret)
      setSaid('Copied.')
    } catch {
      // there is no clipboard, or it is not allowed: the person can copy with the keyboard
      field.current?.select()
      setSaid('Selected: copy it with Ctrl+C or ⌘C.')
    }
  }
  return (
    <Dialog title="New token" onClose={onClose}>
      <p>This is the secret of “{name}”. It is shown only once: copy it now, and keep it like a password.</p>
      <label class="field">
        <span>Secret</span>
        <span class="secret-line">
          <input ref={field} aria-label="Secret" value={secret} readOnly spellcheck={false} />
          <button type="button" class="primary" onClick={() => void copy()}>
            Copy
          </button>
        </span>
      </label>
      <p role="status" class="muted">
        {said}
      </p>
    </Dialog>
  )
}
