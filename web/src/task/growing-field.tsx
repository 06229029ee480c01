import type { RefObject, TextareaHTMLAttributes } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

interface GrowingFieldProps extends Omit<TextareaHTMLAttributes, 'value' | 'onInput' | 'ref'> {
  value: string
  onText: (text: string) => void
  field?: RefObject<HTMLTextAreaElement>
}

/** A field for a text of several lines, which is always as high as its text. */
export function GrowingField({ value, onText, field, ...rest }: GrowingFieldProps) {
  const own = useRef<HTMLTextAreaElement>(null)
  const area = field ?? own
  useLayoutEffect(() => {
    const element = area.current
    // browsers that know field-sizing need no help
    if (!element || CSS.supports('field-sizing', 'content')) return
    element.style.height = 'auto'
    element.style.height = `${element.scrollHeight + element.offsetHeight - element.clientHeight}px`
  }, [value, area])
  return (
    <textarea
      {...rest}
      ref={area}
      dir="auto"
      value={value}
      onInput={(event) => {
        onText(event.currentTarget.value)
      }}
    />
  )
}
