import { useLayoutEffect, useRef } from 'preact/hooks'

/**
 * Keeps the focus in a list whose rows move and go: what `focusLater` names has it after the next render, and what
 * stands behind the list when there is no such row. Rows have `data-row`, their buttons `data-action`.
 */
export function useRowFocus() {
  const area = useRef<HTMLElement>(null)
  const wanted = useRef<{ row: string | undefined; action: string } | undefined>(undefined)
  useLayoutEffect(() => {
    if (!wanted.current) return
    const { row, action } = wanted.current
    wanted.current = undefined
    const place = row === undefined ? '[data-row-end]' : `[data-row="${row}"] [data-action="${action}"]`
    const element = area.current?.querySelector<HTMLElement>(place)
    // a move of its row takes the focus off a button
    if (element !== document.activeElement) element?.focus()
  })
  const focusLater = (row: string | undefined, action: string) => {
    wanted.current = { row, action }
  }
  return { area, focusLater }
}
