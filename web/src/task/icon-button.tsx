import { Icon } from './icon.tsx'

interface IconButtonProps {
  /** Also its `data-action`, by which it is found again. */
  icon: Parameters<typeof Icon>[0]['name']
  name: string
  /** Whether it does nothing for now: it keeps the focus, which a disabled button would lose. */
  isOff?: boolean
  onClick: () => void
}

/** A button that shows a picture and is called by its name. */
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
