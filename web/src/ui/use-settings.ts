import { useMutation } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { noteWrite } from './undo.ts'
import { useUnloadGuard } from './unload-guard.ts'
import { useLock } from './use-lock.ts'

interface SettingsOptions<Item, Draft, Changes> {
  item: Item
  draftOf: (item: Item) => Draft
  /** The changes of a draft; empty when there are none. */
  changesOf: (item: Item, draft: Draft) => Changes
  send: (changes: Changes) => Promise<Item>
  onSaved: (saved: Item) => unknown
  onError: (error: unknown) => void
  /** What is done by saving them, in words. */
  done: string
  /** What of the changes cannot be undone, in words; undefined: they can. */
  lastingOf: (changes: Changes) => string | undefined
}

/** Settings that are edited and then saved together, as a hook. Saving them can be undone. */
export function useSettings<Item, Draft extends object, Changes extends object>(
  options: SettingsOptions<Item, Draft, Changes>,
) {
  const { item, draftOf, changesOf, send, onSaved, onError, done, lastingOf } = options
  const [edits, setEdits] = useState<Partial<Draft>>({})
  const lock = useLock()
  const draft: Draft = { ...draftOf(item), ...edits }
  const changes = changesOf(item, draft)
  const isChanged = Object.keys(changes).length > 0
  useUnloadGuard(isChanged)
  const saving = useMutation({ mutationFn: send, onSuccess: onSaved, onError })
  const save = () => {
    if (!lock.take()) return
    const written = saving.mutateAsync(changes).then((saved) => {
      setEdits({})
      return saved
    })
    const lasting = lastingOf(changes)
    if (lasting !== undefined) noteWrite(`${done} ${lasting}`, written)
    else
      noteWrite(done, written, {
        undo: async () => saving.mutateAsync(changesOf(await written, draftOf(item))),
        redo: () => saving.mutateAsync(changes),
      })
    void written.catch(() => undefined).finally(lock.free) // it was told
  }
  return {
    draft,
    edit: (more: Partial<Draft>) => {
      setEdits((before) => ({ ...before, ...more }))
    },
    canSave: isChanged && !saving.isPending,
    save,
  }
}
