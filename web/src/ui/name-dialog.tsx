import { useEffect, useRef, useState } from 'preact/hooks'
import { maxLabelCharacters } from '../../../lib/contract/limits.ts'
import { FormDialog } from './form-dialog.tsx'
import { goTo } from './route.ts'
import { useLock } from './use-lock.ts'
import { useTooLong } from './use-too-long.tsx'

interface NameDialogProps {
  /** What is made: "project". */
  noun: string
  placeholder: string
  /** What happens then, if people should know it before. */
  hint?: string
  /** Makes it, and returns the address that then opens. */
  create: (name: string) => Promise<string>
  explain: (error: unknown) => string
  onClose: () => void
}

/** Asks for the name of something new. What was made opens; what is wrong is said in the dialog. */
export function NameDialog({ noun, placeholder, hint, create, explain, onClose }: NameDialogProps) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')
  const [isSending, setSending] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const lock = useLock()
  const name = text.trim()
  const { isTooLong, attributes, note } = useTooLong(name, maxLabelCharacters)
  useEffect(() => field.current?.focus(), [])
  const send = async () => {
    setProblem(name === '' ? `Give the ${noun} a name, such as ${placeholder}.` : '')
    if (name === '' || isTooLong || !lock.take()) return
    setSending(true)
    try {
      const address = await create(name)
      onClose()
      goTo(address)
      return
    } catch (error) {
      setProblem(explain(error))
    }
    setSending(false)
    lock.free()
  }
  return (
    <FormDialog
      title={`New ${noun}`}
      problem={problem}
      action={`Create ${noun}`}
      isPending={isSending}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <label class="field">
        <span>Name of the new {noun}</span>
        <input
          ref={field}
          dir="auto"
          value={text}
          autoComplete="off"
          placeholder={placeholder}
          onInput={({ currentTarget }) => {
            setText(currentTarget.value)
          }}
          {...attributes}
        />
      </label>
      {note}
      {hint !== undefined && <p class="muted">{hint}</p>}
    </FormDialog>
  )
}
