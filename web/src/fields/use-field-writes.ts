import { useQueryClient } from '@tanstack/preact-query'
import type { Field } from '../../../client/src/index.ts'
import { keys, useApi, useMayInAccount } from '../data/api.ts'
import { dismissAlerts, showAlert, showToast } from '../ui/messages.ts'
import { noteWrite, showWrite } from '../ui/undo.ts'
import { problemOf, type FieldContent } from './words.ts'

type Place = { beforeKey: string } | { afterKey: string }

/** What makes a field anew. */
const newOf = ({ key, label, type, options }: Field): FieldContent => ({
  key,
  label,
  type,
  ...(options && { options }),
})

/** The writes to fields. Each reports its outcome, and can be undone. */
export function useFieldWrites() {
  const { client } = useApi()
  const cache = useQueryClient()
  const mayDelete = useMayInAccount('delete')
  const run = async (key: string, failed: string, send: () => Promise<unknown>): Promise<boolean> => {
    dismissAlerts(key)
    try {
      await send()
      return true
    } catch (error) {
      showAlert(`${failed} ${problemOf(error)}`, key)
      return false
    } finally {
      await cache.invalidateQueries({ queryKey: keys.fields })
    }
  }
  const add = (field: FieldContent) =>
    run(field.key, `“${field.label}” was not added.`, () => client.fields.create(field))
  const drop = ({ key, label }: FieldContent) =>
    run(key, `“${label}” was not deleted.`, () => client.fields.delete(key))
  const move = (key: string, label: string, place: Place) =>
    run(key, `“${label}” stays where it is.`, () => client.fields.update(key, place))
  const set = ({ key, label, options }: FieldContent) =>
    run(key, `“${label}” was not changed.`, () =>
      client.fields.update(key, { label, ...(options && { options }) }),
    )

  /** Says that a field was added, and notes how that is undone. */
  const noteAdded = (field: FieldContent, written: Promise<unknown>) => {
    noteWrite(`Added “${field.label}”.`, written, {
      undo: mayDelete ? () => drop(field) : undefined,
      redo: () => add(field),
    })
  }
  return {
    noteAdded,
    /** Says that a field was changed, and offers to undo it. */
    noteChanged: (before: Field, after: FieldContent) => {
      showWrite(`Changed “${after.label}”.`, Promise.resolve(), {
        undo: async () => {
          if (await set(newOf(before))) showToast(`“${before.label}” is as it was.`)
        },
        redo: () => set(after),
      })
    },
    create: async (field: FieldContent) => {
      const isAdded = add(field)
      noteAdded(field, isAdded)
      if (await isAdded) showToast(`Added “${field.label}”.`)
    },
    /** @param by -1 or 1 */
    move: async (fields: readonly Field[], { key, label }: Field, by: -1 | 1) => {
      const index = fields.findIndex((field) => field.key === key)
      const other = fields[index + by]?.key
      if (other === undefined) return
      const [there, back]: [Place, Place] =
        by < 0 ? [{ beforeKey: other }, { afterKey: other }] : [{ afterKey: other }, { beforeKey: other }]
      const written = move(key, label, there)
      showWrite(`Moved “${label}”.`, written, {
        undo: () => move(key, label, back),
        redo: () => move(key, label, there),
      })
      await written
    },
    /** Deletes a field. Tasks keep its values, so a new one with its key brings all of it back. */
    remove: async (fields: readonly Field[], field: Field) => {
      const { key, label } = field
      const next = fields[fields.findIndex((other) => other.key === key) + 1]
      const isDeleted = drop(field)
      noteWrite(`Deleted “${label}”.`, isDeleted, {
        undo: async () => {
          if (!(await add(newOf(field)))) return
          if (next) await move(key, label, { beforeKey: next.key })
          showToast(`“${label}” is back.`)
        },
        redo: () => drop(field),
      })
      if (await isDeleted) showToast(`Deleted “${label}”.`)
    },
  }
}
