import { Icon } from './icon.tsx'

interface IconButtonProps {
  /** Also its `data-action`, by which `useRowFocus` finds the button. */
  icon: Parameters<typeof Icon>[0]['name']
  name: string
  /** Whether it does nothing for now. Unlike a disabled button, it keeps the focus. */
  isOff?: boolean
  onClick: () => void
}

/** A button with an icon; `name` is its accessible name. */
export function IconButton({ icon, name, isOff = false, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      class="icon-button"
      data-action={icon}
      aria-label={name}
      title={name}
      aria-disabled={isOff}
      onClick={() => {
        if (!isOff) onClick()
      }}
    >
      <Icon name={icon} />
    </button>
  )
}
