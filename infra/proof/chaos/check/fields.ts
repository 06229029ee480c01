import type { Task } from '../../../../lib/contract/task.ts'
import type { Entry, Outcome, Write } from '../history.ts'

/** What a request says that a field holds from some time between its start and its end on. */
interface Claim {
  value: unknown
  start: number
  end: number
  outcome: Outcome
  weak: boolean
}

/** Claims by what they are about: the id of a task, project or lane, and a field of it. */
export type Claims = Map<string, Map<string, Claim[]>>

const claimOf = ({ value, weak }: Write, { start, end, outcome }: Entry): Claim => ({
  ...{ value, start, end, outcome, weak: weak ?? false },
})

/** Requests with one mark make one thing: the first that is done has made it, the others find it. */
function mergeRepeats(entries: Entry[]): Entry[] {
  const byMark = Map.groupBy(entries, ({ mark }) => mark)
  return [...byMark].flatMap(([mark, repeats]) => {
    const sent = repeats.filter(({ outcome }) => outcome !== 'refused')
    const [first] = sent
    if (mark === undefined || first === undefined) return repeats
    const done = sent.filter(({ outcome }) => outcome === 'done')
    const ends = done.map(({ end }) => end)
    const end = done.length > 0 ? Math.min(...ends) : Math.max(...sent.map((entry) => entry.end))
    return [{ ...first, end, outcome: done.length > 0 ? 'done' : 'unknown' }]
  })
}

/** Collects what all requests claim. `idOf` finds the id of what a create with a mark has made. */
export function collectClaims(entries: Entry[], idOf: (mark: string) => string | undefined): Claims {
  const claims: Claims = new Map()
  const add = (of: string, field: string, claim: Claim) => {
    const fields = claims.get(of) ?? new Map<string, Claim[]>()
    claims.set(of, fields.set(field, [...(fields.get(field) ?? []), claim]))
  }
  const writing = mergeRepeats(entries.filter(({ outcome }) => outcome !== 'refused'))
  for (const entry of writing)
    for (const write of entry.writes ?? [])
      add(idOf(write.of) ?? write.of, write.field, claimOf(write, entry))
  // whoever is in a lane that is deleted is in none then
  const lanes = 'workflow_lane_id'
  for (const entry of writing.filter(({ deletedLaneId }) => deletedLaneId !== undefined))
    for (const [of, fields] of claims)
      if (fields.get(lanes)?.some(({ value }) => value === entry.deletedLaneId))
        add(of, lanes, claimOf({ of, field: lanes, value: null, weak: true }, entry))
  return claims
}

/** The values that a field may have in the end: those which no later acknowledged request has surely replaced. */
export function possibleValues(claims: readonly Claim[]): unknown[] {
  const replaces = claims.filter(({ outcome, weak }) => outcome === 'done' && !weak)
  return claims.filter(({ end }) => !replaces.some(({ start }) => start > end)).map(({ value }) => value)
}

/** All fields of a task by the names that requests have for them; a subtask is known by its label. */
export const fieldsOf = ({ subtasks, ...task }: Task): Record<string, unknown> => ({
  ...task,
  subtasks: subtasks.map(({ label }) => label),
  ...Object.fromEntries(
    subtasks.flatMap(({ label, is_completed }) => [
      [`${label}: deleted`, false],
      [`${label}: is_completed`, is_completed],
    ]),
  ),
})

/** What is made by a request was not there before. */
const absent: Claim = { value: true, start: 0, end: 0, outcome: 'done', weak: false }

/** Compares what there is with what may be. A field that is absent counts as deleted, or as nothing. */
export function fieldProblems(
  name: string,
  found: Record<string, unknown>,
  claims: ReadonlyMap<string, Claim[]>,
): string[] {
  return [...claims].flatMap(([field, all]) => {
    const tellsPresence = field.endsWith('deleted')
    const value = found[field] ?? (tellsPresence ? true : null)
    const possible = possibleValues(tellsPresence ? [absent, ...all] : all)
    // a subtask that is gone is not ticked any more
    if (value === null && field.endsWith(': is_completed')) return []
    if (possible.includes(value)) return []
    const expected = [...new Set(possible)].map((one) => JSON.stringify(one)).join(' or ')
    return [`${name}: ${field} is ${JSON.stringify(value)}, the answers say ${expected}`]
  })
}
