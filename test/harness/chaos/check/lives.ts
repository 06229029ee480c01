import { sightsOf, type Entry } from '../history.ts'
import { mayTrash, revertsOf } from './reverts.ts'

/** Whether a request created a task, rather than finding the one that an earlier request had created. */
export const isOriginal = ({ kind, outcome, answer }: Entry): boolean =>
  kind === 'create' && outcome === 'done' && answer?.replayed !== true

const happened = ({ outcome }: Entry) => outcome !== 'refused'

/** Parts of a history that are looked up for each create: a search of 100,000 entries each time takes an hour. */
interface Parts {
  /** The entries whose answers show a task, by its id. */
  byTask: ReadonlyMap<string, readonly Entry[]>
  trashings: ReadonlyMap<string | undefined, readonly Entry[]>
  /** Those that may have trashed tasks by taking something back. */
  reverts: readonly Entry[]
  /** Those that may have deleted a project. */
  deletions: readonly Entry[]
}

const partsOf = new WeakMap<readonly Entry[], Parts>()

function partsFrom(entries: readonly Entry[]): Parts {
  const known = partsOf.get(entries)
  if (known) return known
  const mayHaveDone = entries.filter(happened)
  const parts = {
    byTask: Map.groupBy(entries, ({ answer }) => answer?.task?.id ?? ''),
    trashings: Map.groupBy(
      mayHaveDone.filter(({ kind }) => kind === 'trash'),
      ({ taskId }) => taskId,
    ),
    reverts: revertsOf(entries),
    deletions: mayHaveDone.filter(({ deletedProjectId }) => deletedProjectId !== undefined),
  }
  partsOf.set(entries, parts)
  return parts
}

/** Whether a request may have put one of these ids or marks into a project. */
const mayEnter = ({ writes = [] }: Entry, ofs: readonly unknown[], projectId: string | undefined) =>
  writes.some(({ of, field, value }) => field === 'project_id' && ofs.includes(of) && value === projectId)

/**
 * Whether a task may have been lost between two creates of it. It is lost when it is in the trash and its project is
 * deleted: it can never be restored, so its names are free (lib/tasks/new-task.ts, `isLost`).
 */
function mayBeLost(earlier: Entry, later: Entry, entries: readonly Entry[]): boolean {
  const taskId = earlier.answer?.task?.id
  const isBetween = ({ start, end }: Entry) => end > earlier.start && start < later.end
  const parts = partsFrom(entries)
  const trashings = [
    ...(parts.trashings.get(taskId) ?? []),
    ...parts.reverts.filter((entry) => mayTrash(entry, taskId ?? '')),
  ].filter(isBetween)
  return parts.deletions
    .filter(isBetween)
    .some(
      ({ end, deletedProjectId }) =>
        trashings.some(({ start }) => start < end) &&
        entries.some(
          (entry) =>
            happened(entry) && entry.start < end && mayEnter(entry, [taskId, earlier.mark], deletedProjectId),
        ),
    )
}

/**
 * Returns those repeats of one create that created the task again after it was lost, or that got no answer and may have
 * created it. The versions of the new task continue those of the lost one. The lost task's last version was its deletion,
 * so no answer shows that version.
 */
export function revivalsOf(repeats: readonly Entry[], entries: readonly Entry[]): Entry[] {
  const versionOf = ({ answer }: Entry) => answer?.version ?? 0
  const originals = repeats.filter(isOriginal).sort((a, b) => versionOf(a) - versionOf(b))
  const [birth] = originals
  // without an answer, no client knows the task's id, so none has deleted it
  if (!birth) return []
  const seen = partsFrom(entries).byTask.get(birth.answer?.task?.id ?? '') ?? []
  // a task that is taken back into the trash is shown, too
  const others = seen.filter(({ kind }) => kind !== 'revert-task')
  const shown = new Set(sightsOf(others).map(({ version }) => version))
  const again = originals.filter((entry, index) => {
    const before = originals[index - 1]
    if (!before || versionOf(entry) === versionOf(before) || shown.has(versionOf(entry) - 1)) return false
    return mayBeLost(before, entry, entries)
  })
  const unanswered = repeats.filter(({ outcome }) => outcome === 'unknown')
  return [...again, ...unanswered.filter((entry) => mayBeLost(birth, entry, entries))]
}

/** Whether a task may have been moved out of the project that its create names. */
export const mayHaveLeft = (taskId: string, projectId: string, entries: readonly Entry[]): boolean =>
  entries.some(
    (entry) =>
      happened(entry) &&
      entry.taskId === taskId &&
      entry.writes?.some(({ field, value }) => field === 'project_id' && value !== projectId),
  )
