import { isSteady, markOf } from '../choice.ts'
import type { Entry, Sight } from '../history.ts'
import { sightsOf } from '../history.ts'
import { effectOn, revertsOf } from './reverts.ts'

/** Requests that change a task's place, or remove it temporarily. */
const placing = ['move', 'transfer', 'trash', 'restore', 'revert-task']

/** A task that has kept its place since it was created. */
interface Steady {
  id: string
  projectId: string
  position: string
  /** The tick at which its create was answered. */
  since: number
}

function steadyTasks(entries: readonly Entry[], final: readonly Sight[]): Steady[] {
  const moved = new Set(
    entries.filter(({ kind }) => placing.includes(kind)).map(({ taskId }) => taskId ?? ''),
  )
  const reverts = revertsOf(entries)
  const positions = Map.groupBy([...sightsOf(entries), ...final], ({ taskId }) => taskId)
  return entries.flatMap(({ kind, outcome, answer, end }) => {
    const { task, replayed } = answer ?? {}
    if (kind !== 'create' || outcome !== 'done' || !task || replayed || moved.has(task.id)) return []
    // the work of those who write steady tasks is not taken back
    if (!isSteady(markOf(task.description) ?? '#1') && reverts.some((entry) => effectOn(entry, task.id)))
      return []
    // a task that was respaced shows nothing about the time before
    const same = positions.get(task.id)?.every((sight) => sight.task.position === task.position)
    return same ? [{ id: task.id, projectId: task.project_id, position: task.position, since: end }] : []
  })
}

/** Checks the place of each acknowledged create or move among the tasks that existed before and never moved. */
export function orderProblems(entries: readonly Entry[], final: readonly Sight[]): string[] {
  const steady = Map.groupBy(steadyTasks(entries, final), ({ projectId }) => projectId)
  return entries.flatMap(({ kind, outcome, answer, start, place }) => {
    const { task, replayed } = answer ?? {}
    const goes = kind === 'create' ? 'bottom' : place
    if (outcome !== 'done' || !task || replayed || goes === undefined) return []
    const there = (steady.get(task.project_id) ?? []).filter(
      ({ since, id }) => since < start && id !== task.id,
    )
    const name = `${kind} of ${task.id}`
    if (goes === 'top' || goes === 'bottom') {
      const wrong = there.filter(({ position }) =>
        goes === 'top' ? position <= task.position : position >= task.position,
      )
      return wrong.length === 0 ? [] : [`${name} to the ${goes} is beyond ${wrong.length} tasks`]
    }
    const anchor = there.find(({ id }) => id === goes.anchorId)
    if (!anchor) return []
    const isBefore = task.position < anchor.position
    if (task.position === anchor.position || isBefore !== (goes.side === 'before'))
      return [`${name} is not ${goes.side} ${anchor.id}`]
    const [low, high] = [task.position, anchor.position].sort()
    const between = there.filter(({ position }) => position > (low ?? '') && position < (high ?? ''))
    return between.length === 0
      ? []
      : [`${name} is not next to ${anchor.id}: ${between.length} are between them`]
  })
}
