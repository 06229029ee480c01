import { useLayoutEffect, useRef, useState } from 'preact/hooks'

interface LaneNameProps {
  id: string
  label: string
  isHidden: boolean
  /** Renames it on a double click, if the person may. */
  onRename: (() => void) | undefined
}

/** The name of a lane. One that is cut shows as a whole on hover and focus. */
export function LaneName({ id, label, isHidden, onRename }: LaneNameProps) {
  const name = useRef<HTMLHeadingElement>(null)
  const [isCut, setCut] = useState(false)
  useLayoutEffect(() => {
    const { scrollWidth = 0, clientWidth = 0 } = name.current ?? {}
    setCut(scrollWidth > clientWidth)
  }, [label, isHidden])
  return (
    <>
      <h2
        ref={name}
        id={id}
        dir="auto"
        class={isHidden ? 'visually-hidden' : undefined}
        onDblClick={onRename}
        tabIndex={isCut && !isHidden ? 0 : undefined}
      >
        {label}
      </h2>
      {isCut && !isHidden && (
        <span class="whole-name" dir="auto" aria-hidden="true">
          {label}
        </span>
      )}
    </>
  )
}
