import { CopyField } from '../ui/copy-field.tsx'
import { Dialog } from '../ui/dialog.tsx'

interface SecretDialogProps {
  token: { name: string; secret: string }
  onClose: () => void
}

/** Shows the secret of a new token. The service returns it only once. */
export function SecretDialog({ token: { name, secret }, onClose }: SecretDialogProps) {
  return (
    <Dialog title="New token" onClose={onClose}>
      <p>
        This is the secret of “<bdi>{name}</bdi>”. It is shown only once: copy it now, and keep it like a
        password.
      </p>
      <CopyField name="Secret" text={secret} />
    </Dialog>
  )
}
