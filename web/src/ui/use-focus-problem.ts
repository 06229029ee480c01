import { useEffect, type MutableRef } from 'preact/hooks'

/** Moves the focus to the first field with a problem, when there are new ones. */
export function useFocusProblem(container: MutableRef<HTMLElement | null>, problems: object): void {
  useEffect(() => {
    // what a preview finds while a person types is shown, and moves no focus
    if (Object.keys(problems).length === 0) return
    const [note] = container.current?.querySelectorAll('.too-long') ?? []
    const field = note?.parentElement?.querySelector<HTMLElement>('input, textarea, select')
    field?.focus()
  }, [container, problems])
}
