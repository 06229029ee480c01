import { useLayoutEffect, useRef } from 'preact/hooks'

/**
 * Keeps the focus in a list whose rows move or disappear. After the next render, the button named by `focusLater` gets
 * it; with no row, the element marked `data-row-end` does. Rows have `data-row`, their buttons, or the spans around them,
 * `data-action`.
 */
export function useRowFocus() {
  const area = useRef<HTMLElement>(null)
  const wanted = useRef<{ row: string | undefined; action: string } | undefined>(undefined)
  useLayoutEffect(() => {
    if (!wanted.current) return
    const { row, action } = wanted.current
    wanted.current = undefined
    const place = row === undefined ? '[data-row-end]' : `[data-row="${row}"] [data-action="${action}"]`
    const found = area.current?.querySelector<HTMLElement>(place)
    const element = found?.matches('span') ? found.querySelector('button') : found
    // moving a row in the DOM removes the focus from its button
    if (element !== document.activeElement) element?.focus()
  })
  const focusLater = (row: string | undefined, action: string) => {
    wanted.current = { row, action }
  }
  return { area, focusLater }
}

/** The row to focus after a removal: the next one, else the previous one; undefined when none is left. */
export function nextAfterRemoval(rows: readonly { id: string }[], id: string): string | undefined {
  const index = rows.findIndex((row) => row.id === id)
  return (rows[index + 1] ?? rows[index - 1])?.id
}
