import { useLayoutEffect, useRef } from 'preact/hooks'
import { insertKey, type MappingDraft, type TemplateName } from './mapping.ts'

type Field = HTMLInputElement | HTMLTextAreaElement

/** Puts keys into the template that last had the focus, at its caret; at first into the label. */
export function useInsert(draft: MappingDraft, change: (changes: Partial<MappingDraft>) => void) {
  const target = useRef<{ name: TemplateName; field: Field } | undefined>(undefined)
  const caret = useRef<number | undefined>(undefined)
  useLayoutEffect(() => {
    if (caret.current === undefined) return
    // setting a value moves the caret to its end
    target.current?.field.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
  })
  const put = (key: string): TemplateName => {
    const { name, field } = target.current ?? { name: 'label' as const, field: undefined }
    const end = draft[name].length
    const selection = { start: field?.selectionStart ?? end, end: field?.selectionEnd ?? end }
    const { text, caret: behind } = insertKey(draft[name], key, selection)
    caret.current = behind
    change({ [name]: text })
    return name
  }
  return {
    put,
    onTarget: (name: TemplateName, field: Field) => {
      target.current = { name, field }
    },
  }
}
