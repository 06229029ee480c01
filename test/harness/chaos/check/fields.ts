import type { Project } from '../../../../lib/projects/project.ts'
import type { Task } from '../../../../lib/tasks/task.ts'
import type { Entry, Outcome, Write } from '../history.ts'
import { revivalsOf } from './lives.ts'
import { effectOn, revertsOf } from './reverts.ts'

/** A request's claim that a field got a value at some time between the request's start and end. */
interface Claim {
  value: unknown
  start: number
  end: number
  outcome: Outcome
  weak: boolean
}

/** Claims by their subject: the id of a task, project or lane, then the field. */
export type Claims = Map<string, Map<string, Claim[]>>

const claimOf = ({ value, weak }: Write, { start, end, outcome }: Entry): Claim => ({
  ...{ value, start, end, outcome, weak: weak ?? false },
})

/**
 * Merges the repeats of a create, which share a mark: together they create one thing. Those that may have made a lost
 * task again are returned as well.
 */
function mergeRepeats(entries: Entry[]): { writing: Entry[]; revivals: Entry[] } {
  const groups = [...Map.groupBy(entries, ({ mark }) => mark)]
  const revivals = groups.flatMap(([mark, repeats]) =>
    mark === undefined ? [] : revivalsOf(repeats, entries),
  )
  const writing = groups.flatMap(([mark, repeats]) => {
    const [first] = repeats
    if (mark === undefined || first === undefined) return repeats
    const done = repeats.filter(({ outcome }) => outcome === 'done')
    const ends = done.map(({ end }) => end)
    const end = done.length > 0 ? Math.min(...ends) : Math.max(...repeats.map((entry) => entry.end))
    return [{ ...first, end, outcome: done.length > 0 ? ('done' as const) : ('unknown' as const) }]
  })
  return { writing: [...writing, ...revivals], revivals }
}

/** The subtask of a field of a claim, by its label. */
const ofSubtask = (field: string): boolean => field.includes(': ')

/**
 * The claims of a field after a request has, or may have, taken it back: it may have any value again that it had before the
 * end of that.
 */
const takenBack = (field: string, all: readonly Claim[], { start, end }: Entry): Claim[] => [
  // that from before all requests acknowledges nothing
  ...firstOf(field).map((claim) => ({ ...claim, end, outcome: 'unknown' as const })),
  ...all.map((claim) => (claim.start < end && claim.end < end ? { ...claim, end } : claim)),
  ...(field === 'workflow_lane_id' ? [{ ...earlier(null, 0), start, end, weak: true }] : []),
]

/** Adds to the claims what requests have taken back. */
function addReverts(claims: Claims, entries: readonly Entry[]): void {
  const tasks = [...claims].filter(([, fields]) => fields.has('project_id'))
  for (const entry of revertsOf(entries))
    for (const [of, fields] of tasks) {
      const effect = effectOn(entry, of)
      if (effect === undefined) continue
      const shown = entry.outcome === 'done' && entry.answer?.task ? fieldsOf(entry.answer.task) : undefined
      for (const [field, all] of fields) {
        const value =
          shown?.[field] ?? (isValue(field) ? null : field.endsWith(': deleted') ? true : undefined)
        if (shown && value !== undefined) {
          // the answer shows the whole task
          fields.set(field, [
            ...all,
            { value, start: entry.start, end: entry.end, outcome: 'done', weak: false },
          ])
          continue
        }
        const mayBe =
          effect === 'any' ||
          (field === 'deleted'
            ? effect.effect !== 'changed'
            : (effect.fields as string[]).includes(ofSubtask(field) ? 'subtasks' : field) ||
              (field === 'workflow_lane_id' && effect.fields.includes('project_id')))
        if (mayBe) fields.set(field, takenBack(field, all, entry))
      }
    }
}

/** A claim from before the first request, whose tick is 1. */
const earlier = (value: unknown, time: -1 | 0): Claim => ({
  ...{ value, start: time, end: time, outcome: 'done', weak: false },
})

/** Before its create, a thing counts as deleted. */
const absent = earlier(true, -1)

/** Before its first write, a value is not there. */
const unset = earlier(null, -1)

/** Whether a claim is about a value of one of the account's fields. */
const isValue = (field: string): boolean => field.startsWith('fields.')

/** Whether a claim is about whether something is there. */
const tellsPresence = (field: string): boolean => field.endsWith('deleted')

/** The claim from before all requests. */
const firstOf = (field: string): Claim[] => (tellsPresence(field) ? [absent] : isValue(field) ? [unset] : [])

/**
 * Collects the claims of all requests, and those of the projects from before the run. `idOf` returns the id of what
 * the create with a mark created.
 */
export function collectClaims(
  entries: Entry[],
  before: readonly Project[],
  idOf: (mark: string) => string | undefined,
): Claims {
  const claims: Claims = new Map()
  const add = (of: string, field: string, claim: Claim) => {
    const fields = claims.get(of) ?? new Map<string, Claim[]>()
    claims.set(of, fields.set(field, [...(fields.get(field) ?? []), claim]))
  }
  for (const { id, label } of before) {
    add(id, 'label', earlier(label, 0))
    add(id, 'deleted', earlier(false, 0))
  }
  const { writing, revivals } = mergeRepeats(entries.filter(({ outcome }) => outcome !== 'refused'))
  for (const entry of writing)
    for (const write of entry.writes ?? [])
      add(idOf(write.of) ?? write.of, write.field, claimOf(write, entry))
  // a task that is made again has no subtasks and no values
  for (const entry of revivals) {
    const of = idOf(entry.mark ?? '') ?? ''
    for (const field of claims.get(of)?.keys() ?? [])
      if (field.endsWith(': deleted')) add(of, field, claimOf({ of, field, value: true }, entry))
      else if (isValue(field)) add(of, field, claimOf({ of, field, value: null }, entry))
  }
  // tasks in a deleted lane have no lane afterwards
  const lanes = 'workflow_lane_id'
  for (const entry of writing.filter(({ deletedLaneId }) => deletedLaneId !== undefined))
    for (const [of, fields] of claims)
      if (fields.get(lanes)?.some(({ value }) => value === entry.deletedLaneId))
        add(of, lanes, claimOf({ of, field: lanes, value: null, weak: true }, entry))
  addReverts(claims, entries)
  return claims
}

/** The possible final values of a field: those that no later acknowledged request has certainly replaced. */
export function possibleValues(claims: readonly Claim[]): unknown[] {
  const replaces = claims.filter(({ outcome, weak }) => outcome === 'done' && !weak)
  return claims.filter(({ end }) => !replaces.some(({ start }) => start > end)).map(({ value }) => value)
}

/** All fields of a task, by the names used in claims. Subtasks are identified by their labels. */
export const fieldsOf = ({ subtasks, fields = {}, ...task }: Task): Record<string, unknown> => ({
  ...task,
  ...Object.fromEntries(Object.entries(fields).map(([key, value]) => [`fields.${key}`, value])),
  subtasks: subtasks.map(({ label }) => label),
  ...Object.fromEntries(
    subtasks.flatMap(({ label, is_completed }) => [
      [`${label}: deleted`, false],
      [`${label}: is_completed`, is_completed],
    ]),
  ),
})

/** Compares the found fields with the possible ones. An absent field counts as null, an absent thing as deleted. */
export function fieldProblems(
  name: string,
  found: Record<string, unknown>,
  claims: ReadonlyMap<string, Claim[]>,
): string[] {
  return [...claims].flatMap(([field, all]) => {
    const value = found[field] ?? (tellsPresence(field) ? true : null)
    const possible = possibleValues([...firstOf(field), ...all])
    // a deleted subtask has no is_completed
    if (value === null && field.endsWith(': is_completed')) return []
    if (possible.includes(value)) return []
    const expected = [...new Set(possible)].map((one) => JSON.stringify(one)).join(' or ')
    return [`${name}: ${field} is ${JSON.stringify(value)}, the answers say ${expected}`]
  })
}
