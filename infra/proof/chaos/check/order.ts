import type { Entry, Sight } from '../history.ts'
import { sightsOf } from '../history.ts'

/** Requests that give a task another place, or take it away for a while. */
const placing = ['move', 'transfer', 'trash', 'restore']

/** A task that has stood in one place ever since it was created. */
interface Steady {
  id: string
  projectId: string
  position: string
  /** When its create was answered. */
  since: number
}

function steadyTasks(entries: readonly Entry[], final: readonly Sight[]): Steady[] {
  const moved = new Set(
    entries.filter(({ kind }) => placing.includes(kind)).map(({ taskId }) => taskId ?? ''),
  )
  const positions = Map.groupBy([...sightsOf(entries), ...final], ({ taskId }) => taskId)
  return entries.flatMap(({ kind, outcome, answer, end }) => {
    const { task, replayed } = answer ?? {}
    if (kind !== 'create' || outcome !== 'done' || !task || replayed || moved.has(task.id)) return []
    // one whose rank was spaced anew says nothing of the time before
    const same = positions.get(task.id)?.every((sight) => sight.task.position === task.position)
    return same ? [{ id: task.id, projectId: task.project_id, position: task.position, since: end }] : []
  })
}

/** Where an acknowledged create or move stands among the tasks that were there before, and have not moved since. */
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
    return between.length === 0 ? [] : [`${name} is not beside ${anchor.id}: ${between.length} lie between`]
  })
}
