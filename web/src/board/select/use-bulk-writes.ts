import { useQueryClient } from '@tanstack/preact-query'
import type { Task, TaskMove } from '../../../../client/src/index.ts'
import { changeOf, deletion } from '../../changes/change.ts'
import type { Edit } from '../../changes/history.ts'
import { makeMany } from '../../changes/many.ts'
import { laneEnd, laneIdOf, laneOrNull, noLane } from '../../data/columns.ts'
import { counted, statusNames } from '../../ui/format.ts'
import type { Lane } from '../use-lanes.ts'
import { chooseAll, selection } from './selection.ts'

/** What does something with the selected cards, which can be undone. Those for which it failed are selected again. */
export function useBulkWrites(projectId: string) {
  const cache = useQueryClient()

  /** @param made what is done, in words @param undone what undoes it */
  const run = async (edits: readonly Edit[], made: string, undone: string) => {
    if (edits.length === 0) return
    const select = (list: readonly { task: Task }[], isChosen: boolean) => {
      chooseAll(
        list.map(({ task }) => task.id),
        isChosen,
      )
    }
    select(edits, false)
    const words = {
      about: `selection in ${projectId}`,
      done: (count: number) => `${counted(count, 'task')} ${made}.`,
      undone: (count: number) => `${counted(count, 'task')} ${undone}.`,
      failed: { made: `not ${made}`, undone: `not ${undone}` },
      progress: { made, undone },
    }
    const endings = await makeMany(cache, edits, { projectId, words }).ended
    const failed = endings.flatMap(({ edit, error }) => (error === undefined ? [] : [edit]))
    if (selection.value.isOn) select(failed, true)
  }

  return {
    /** Moves tasks to a lane, in their order: to its end, or to a place that a drop names. */
    move: (tasks: readonly Task[], lane: Lane, place: TaskMove = laneEnd) => {
      const workflowLaneId = laneOrNull(lane.id)
      const { afterTaskId, beforeTaskId } = place
      // of several that go behind the same task, the one that is sent last is next to it
      const inOrder = afterTaskId === undefined ? tasks : tasks.toReversed()
      const isAtEnd = afterTaskId === undefined && beforeTaskId === undefined
      const edits = inOrder.map((task, index): Edit => {
        const isElsewhere = task.workflow_lane_id !== workflowLaneId
        const after = afterTaskId ?? inOrder[index - 1]?.id ?? null
        const change = changeOf(task, isElsewhere ? { workflowLaneId } : {}, place)
        return { task, change, place: isAtEnd ? 'end' : { after } }
      })
      return run(edits, doneText(tasks, lane), 'moved back')
    },

    setStatus: (tasks: readonly Task[], status: Task['status']) =>
      run(
        tasks.map((task) => ({ task, change: changeOf(task, { status }), place: 'same' })),
        `set to “${statusNames[status]}”`,
        'set back',
      ),

    /** Moves tasks to the trash. */
    remove: (tasks: readonly Task[]) =>
      run(
        tasks.map((task) => ({ task, change: deletion(task), place: 'gone' })),
        'deleted',
        'restored',
      ),
  }
}

/** What a move does, in words. */
function doneText(tasks: readonly Task[], { id, label }: Lane): string {
  if (tasks.every((task) => laneIdOf(task) === id)) return 'moved'
  return id === noLane ? 'moved to no lane' : `moved to ${label}`
}
