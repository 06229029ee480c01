import type { Change } from '../../../web/src/changes/change.ts'
import { isSameValue, type Value } from './line.ts'

/** What is read of an entry that a page keeps until the service has answered it. */
export interface KeptEntry {
  id: string
  change: Change
  task: { id: string; label: string }
  isTyped?: boolean
  isUndo?: boolean
  group?: string
}

/** An entry from its first appearance in the browser's storage to its last. */
export interface Logged {
  entry: KeptEntry
  /** The values that it is to set. */
  values: Value[]
  /** Those that it was ever to set: what is typed may be replaced. */
  earlier: Value[]
  firstMs: number
  /** When it was not there any more; undefined: it is there. */
  goneMs: number | undefined
}

/**
 * Tells this process what the page keeps, unless it is the browser's own. The page encrypts it, so it is read before. Nothing is
 * left in the list when the page
 * removes it.
 */
export const listenToOutbox = `if (globalThis.SubtleCrypto) {
  let own
  const { encrypt } = SubtleCrypto.prototype
  const { setItem, removeItem } = Storage.prototype
  SubtleCrypto.prototype.encrypt = function (how, key, bytes) {
    keeps(new TextDecoder().decode(bytes))
    return encrypt.call(this, how, key, bytes)
  }
  Storage.prototype.setItem = function (name, text) {
    if (name.startsWith('tasks-waiting ')) own = name
    setItem.call(this, name, text)
  }
  Storage.prototype.removeItem = function (name) {
    if (name === own) keeps('{}')
    removeItem.call(this, name)
  }
}`

/** The names in requests of what is named otherwise in tasks, subtasks and lanes. */
const bodyNames: Record<string, string> = {
  ...{ workflow_lane_id: 'workflowLaneId', project_id: 'projectId' },
  ...{ is_completed: 'isCompleted', task_status: 'taskStatus' },
}
/** What no request sets as such. */
const unsent = ['tasks', 'task_count']

/** What a change is to set, by the names in requests. */
function wantedOf({ taskId, before, after, effects = [], move }: Change): Value[] {
  const set = (field: string, value: unknown, subject = taskId): Value => ({ subject, field, value })
  if (after === 'trash') return [set('is there', false)]
  if (after === 'none') return []
  if (before === 'none') return [set('is there', after.label)]
  if (before === 'trash') return [set('is there', true)]
  const valueOf = (values: typeof before, name: string) =>
    Object.entries(values).find(([one]) => one === name)?.[1]
  const own = Object.entries(after).filter(([name]) => !effects.some((effect) => effect === name))
  const values = own.flatMap(([path, value]): Value[] => {
    const [name = '', id = '', attribute] = path.split('.')
    if (attribute === undefined) return path === 'position' ? [] : [set(bodyNames[path] ?? path, value ?? '')]
    const labelPath = `${name}.${id}.label`
    const [labelBefore, label] = [valueOf(before, labelPath), valueOf(after, labelPath)]
    if (label === null) return attribute === 'label' ? [set('is there', false, id)] : []
    const isMade = label !== undefined && labelBefore == null
    if (isMade) return attribute === 'label' ? [set('is there', value, id)] : []
    if (attribute === 'behind') return [set('place', true, id)]
    return unsent.includes(attribute) ? [] : [set(bodyNames[attribute] ?? attribute, value ?? '', id)]
  })
  const isMoved = move !== undefined || own.some(([name]) => name === 'position')
  return [...values, ...(isMoved ? [set('place', true)] : [])]
}

/** The entries that a page has kept, from first to last. */
export class OutboxLog {
  readonly #all = new Map<string, Logged>()

  /** Takes the list that a page keeps now. */
  take(text: string): void {
    const { entries = [] } = JSON.parse(text) as { entries?: KeptEntry[] }
    const nowMs = Date.now()
    const ids = new Set(entries.map(({ id }) => id))
    for (const [id, logged] of this.#all) if (!ids.has(id)) logged.goneMs ??= nowMs
    for (const entry of entries) {
      const known = this.#all.get(entry.id)
      const wanted = wantedOf(entry.change)
      const isNew = (value: Value) => !known?.earlier.some((one) => isSameValue(one, value))
      this.#all.set(entry.id, {
        ...{ entry, values: wanted, goneMs: undefined },
        firstMs: known?.firstMs ?? nowMs,
        earlier: [...(known?.earlier ?? []), ...wanted.filter(isNew)],
      })
    }
  }

  /** All, in their order. */
  all(): Logged[] {
    return [...this.#all.values()]
  }
}
