import { isDeepStrictEqual } from 'node:util'
import type { RevertReport } from '../../../../lib/history/revert-request.ts'
import { sightsOf, type Entry, type Sight } from '../history.ts'
import { fields as definitions } from '../value-definitions.ts'

type Effect = RevertReport['tasks'][number]

const isRevert = ({ kind, outcome }: Entry) => kind.startsWith('revert-') && outcome !== 'refused'

/** The requests that may have taken something back. */
export const revertsOf = (entries: readonly Entry[]): Entry[] => entries.filter(isRevert)

/** What a request may have done to a task: what its answer says, or anything; undefined if nothing. */
export function effectOn(entry: Entry, taskId: string): Effect | 'any' | undefined {
  if (!isRevert(entry)) return undefined
  if (entry.kind === 'revert-task') return entry.taskId === taskId ? 'any' : undefined
  if (entry.outcome === 'unknown') return 'any'
  return entry.answer?.report?.tasks.find(({ id }) => id === taskId)
}

/** Whether a request may have moved a task to the trash by taking something back. */
export function mayTrash(entry: Entry, taskId: string): boolean {
  const effect = effectOn(entry, taskId)
  return effect === 'any' || effect?.effect === 'trashed'
}

/** Whether a request that took back what a writer did may have changed the rank of a task. */
export function mayRank(entry: Entry, taskId: string): boolean {
  const effect = entry.kind === 'revert-writer' && effectOn(entry, taskId)
  return effect === 'any' || (effect !== false && effect?.fields.includes('position') === true)
}

/** What a task has of a version that is taken back to. A lane, and values of fields that come and go, can be left out. */
const contentOf = ({ task }: Sight) => ({
  ...{ label: task.label, status: task.status, project_id: task.project_id, position: task.position },
  subtasks: task.subtasks.map(({ label, is_completed }) => ({ label, is_completed })),
  values: definitions.steady.map(({ key }) => task.fields?.[key] ?? null),
})

/** Checks that a task which was taken back to a version has what an answer showed of that version. */
export function revertProblems(entries: readonly Entry[]): string[] {
  const seen = new Map(sightsOf(entries).map((sight) => [`${sight.taskId} ${sight.version}`, sight]))
  return entries.flatMap((entry) => {
    const { kind, outcome, toVersion } = entry
    const [after] = sightsOf([entry])
    if (kind !== 'revert-task' || outcome !== 'done' || !after || toVersion === undefined) return []
    const before = seen.get(`${after.taskId} ${toVersion}`)
    if (!before) return []
    const lane = after.task.workflow_lane_id
    const isSame =
      isDeepStrictEqual(contentOf(before), contentOf(after)) &&
      (lane === null || lane === before.task.workflow_lane_id)
    return isSame ? [] : [`task ${after.taskId} was taken back to version ${toVersion}, but is not the same`]
  })
}
