import type { ComponentChildren, VNode } from 'preact'
import { useState } from 'preact/hooks'
import { ChangeButton } from './change.tsx'
import '../style/pages.css'

interface ListHeadProps {
  title: ComponentChildren
  /** What the button says: "New form". Undefined: none can be made here. */
  label: string | undefined
  /** The dialog that makes a new entry. */
  dialog: (onClose: () => void) => VNode
}

/** The heading of a list of what people make, and the button that begins a new entry. It is the same in all of these lists. */
export function ListHead({ title, label, dialog }: ListHeadProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div class="section-head">
      <h1>{title}</h1>
      {label !== undefined && (
        <ChangeButton
          label={label}
          class="primary new-entry"
          onClick={() => {
            setOpen(true)
          }}
        />
      )}
      {isOpen &&
        dialog(() => {
          setOpen(false)
        })}
    </div>
  )
}
