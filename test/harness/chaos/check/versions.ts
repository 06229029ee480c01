import { isDeepStrictEqual } from 'node:util'
import { markOf } from '../choice.ts'
import { sightsOf, type Entry, type Sight } from '../history.ts'
import { fieldsOf } from './fields.ts'
import { isOriginal } from './lives.ts'
import { effectOn, mayRank, revertsOf } from './reverts.ts'

/** Requests that may leave a task unchanged, and then return its current version. */
const mayKeep = ['move', 'restore', 'order-subtask', 'get', 'revert-task']
/** Requests whose answers contain no version. */
const unversioned = ['trash', 'remove-subtask']
/** Fields that a request changes in addition to those it names. */
const sideEffects: Record<string, string[]> = {
  transfer: ['position'],
  move: ['position'],
  ...{ 'add-subtask': ['subtasks'], 'order-subtask': ['subtasks'], 'remove-subtask': ['subtasks'] },
}
/** Requests that change a task's rank. */
const ranking = ['move', 'transfer', 'revert-task']

const shown = ({ task, version }: Sight) => `task ${task.id} at version ${version}`

/** Checks that each version has one state, and that later versions have a later updated_at. */
function stateProblems(sights: Sight[]): string[] {
  const byVersion = [...sights].sort((a, b) => a.version - b.version)
  return byVersion.flatMap((sight, index) => {
    const before = byVersion[index - 1]
    if (!before) return []
    if (before.version === sight.version)
      return isDeepStrictEqual(before.task, sight.task) ? [] : [`${shown(sight)} was seen in two states`]
    return before.task.updated_at < sight.task.updated_at ? [] : [`${shown(sight)} has no later updated_at`]
  })
}

/** Checks that a request started after an answer sees that answer's version or a later one. */
function timeProblems(sights: Sight[]): string[] {
  const byStart = [...sights].sort((a, b) => a.start - b.start)
  const byEnd = [...sights].sort((a, b) => a.end - b.end)
  let [ended, latest] = [0, 0]
  return byStart.flatMap((sight) => {
    for (; (byEnd[ended]?.end ?? Infinity) < sight.start; ended++)
      latest = Math.max(latest, byEnd[ended]?.version ?? 0)
    return sight.version < latest ? [`${shown(sight)} was seen after version ${latest}`] : []
  })
}

/** Checks that an acknowledged write changes only the fields that it names. */
function changeProblems(sights: Sight[], writers: Map<number | undefined, Entry[]>): string[] {
  const byVersion = new Map(sights.map((sight) => [sight.version, sight]))
  return sights.flatMap((sight) => {
    const before = byVersion.get(sight.version - 1)
    const makers = (writers.get(sight.version) ?? []).filter(({ kind }) => !mayKeep.includes(kind))
    if (!before || makers.length === 0) return []
    const allowed = makers.flatMap(({ kind, writes = [] }) => [
      ...writes.map(({ field }) => field),
      ...(sideEffects[kind] ?? []),
    ])
    const [was, is] = [fieldsOf(before.task), fieldsOf(sight.task)]
    return [...new Set([...Object.keys(was), ...Object.keys(is)])]
      .filter((field) => field !== 'updated_at' && !allowed.includes(field))
      .filter((field) => !isDeepStrictEqual(was[field], is[field]))
      .map((field) => `${shown(sight)}: ${field} was changed by a ${makers[0]?.kind ?? ''}`)
  })
}

/** Checks that a write's own answer shows the write. */
function ownProblems({ kind, answer, outcome, writes = [], ifVersion }: Entry): string[] {
  const { task, version } = answer ?? {}
  if (!task || version === undefined || answer?.replayed) return []
  const name = `${kind} of ${task.id}`
  if (outcome === 'refused')
    return version === ifVersion ? [`${name} was refused although its If-Match was the current version`] : []
  const fields: Record<string, unknown> = { ...fieldsOf(task), deleted: false }
  const differing = writes.filter(({ field, value, weak }) => !weak && (fields[field] ?? null) !== value)
  return [
    ...differing.map(({ field }) => `${name}: its own answer has a different ${field}`),
    ...(ifVersion !== undefined && version !== ifVersion + 1
      ? [`${name} with If-Match ${ifVersion} made version ${version}`]
      : []),
  ]
}

/** Checks that no two acknowledged writes made the same version, and that a request can explain every version. */
function countProblems(
  taskId: string,
  entries: Entry[],
  writers: Map<number | undefined, Entry[]>,
  final: Sight | undefined,
  others: number,
): string[] {
  const twice = [...writers].filter(
    ([version, makers]) =>
      version !== undefined && makers.filter(({ kind }) => !mayKeep.includes(kind)).length > 1,
  )
  const doubles = twice.map(([version]) => `task ${taskId}: two writes made version ${String(version)}`)
  if (!final) return doubles
  const unclaimed = Array.from({ length: final.version }, (_, index) => index + 1).filter(
    (version) => !writers.has(version),
  ).length
  const nameless = entries.filter(
    ({ outcome, kind }) => outcome === 'unknown' || (outcome === 'done' && unversioned.includes(kind)),
  ).length
  return unclaimed <= nameless + others
    ? doubles
    : [
        ...doubles,
        `task ${taskId} has ${unclaimed} versions without a known write, ${nameless + others} can be explained`,
      ]
}

/**
 * Whether a task's rank changed although no request moved it. A move that finds no room respaces its neighbours, which
 * is a write to each of them.
 */
function wasSpaced(sights: Sight[], own: Entry[], isTakenBack: boolean): boolean {
  if (isTakenBack) return false
  const movers = own.filter(
    (entry) => isOriginal(entry) || (ranking.includes(entry.kind) && entry.outcome !== 'refused'),
  )
  const byVersion = [...sights].sort((a, b) => a.version - b.version)
  return byVersion.some(({ task, version }, index) => {
    const before = byVersion[index - 1] ?? { task, version }
    const mayHaveMoved = movers.some(({ answer, outcome }) => {
      const made = answer?.version ?? 0
      return outcome === 'unknown' || (before.version < made && made <= version)
    })
    return task.position !== before.task.position && !mayHaveMoved
  })
}

/** Checks the observed versions of every task against the requests. */
export function versionProblems(entries: readonly Entry[], final: readonly Sight[]): string[] {
  const sights = Map.groupBy([...sightsOf(entries), ...final], ({ taskId }) => taskId)
  // a create may have had no answer: the mark in the task's description identifies it
  const idOf = new Map(
    [...sights.values()].flat().map(({ taskId, task }) => [markOf(task.description), taskId]),
  )
  const ofTask = Map.groupBy(
    entries.filter(({ kind, taskId, mark }) => kind !== 'get' && (taskId ?? mark) !== undefined),
    ({ taskId, mark }) => taskId ?? idOf.get(mark),
  )
  const finalOf = new Map(final.map((sight) => [sight.taskId, sight]))
  const laneDeletions = entries.filter(
    ({ deletedLaneId, outcome }) => deletedLaneId !== undefined && outcome !== 'refused',
  )
  const reverts = revertsOf(entries).filter(({ kind }) => kind === 'revert-writer')
  const spaced = [...sights].some(([taskId, seen]) =>
    wasSpaced(
      ...[seen, ofTask.get(taskId) ?? []],
      reverts.some((entry) => mayRank(entry, taskId)),
    ),
  )
  const moves = spaced ? entries.filter(({ kind }) => kind === 'move').length : 0
  return [
    ...entries.flatMap(ownProblems),
    ...[...sights].flatMap(([taskId, seen]) => {
      const own = ofTask.get(taskId) ?? []
      // a task may have been in a lane in which no answer showed it
      const lanes = [
        ...seen.map(({ task }) => task.workflow_lane_id),
        ...own.flatMap(({ writes = [] }) => writes.map(({ value }) => value)),
      ]
      const left = laneDeletions.filter(({ deletedLaneId }) => lanes.includes(deletedLaneId)).length
      const taken = reverts.filter((entry) => effectOn(entry, taskId)).length
      const done = own.filter(({ outcome, answer }) => outcome === 'done' && answer?.replayed !== true)
      const writers = Map.groupBy(
        done.filter(({ answer }) => answer?.version !== undefined),
        ({ answer }) => answer?.version,
      )
      return [
        ...stateProblems(seen),
        ...timeProblems(seen),
        ...changeProblems(seen, writers),
        ...countProblems(taskId, own, writers, finalOf.get(taskId), left + moves + taken),
      ]
    }),
  ]
}
