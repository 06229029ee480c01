import { useEffect, type MutableRef } from 'preact/hooks'
import type { Problems } from './words.ts'

/** Moves the focus to the first field with a problem, when there are new ones. */
export function useFocusProblem(container: MutableRef<HTMLElement | null>, problems: Problems): void {
  useEffect(() => {
    const [note] = container.current?.querySelectorAll('.too-long') ?? []
    const field = note?.parentElement?.querySelector<HTMLElement>('input, textarea, select')
    field?.focus()
  }, [container, problems])
}
