import { isDeepStrictEqual } from 'node:util'
import type { Entry } from '../history.ts'
import { isWithTask } from '../stored.ts'
import type { Survey } from '../survey.ts'

/** Checks that each comment stands with its task, is listed as it is stored, and is counted. */
export function storedProblems({ comments, stored }: Survey): string[] {
  const byTask = Map.groupBy(stored.comments, ({ task_id }) => task_id)
  const strays = stored.comments.flatMap((comment) => {
    const task = stored.tasks[comment.task_id]
    if (!task) return [`comment ${comment.id} outlives its task`]
    return isWithTask(comment, task) ? [] : [`comment ${comment.id} has not followed its task`]
  })
  const unlisted = Object.entries(comments).flatMap(([taskId, listed]) => {
    const shown = listed.map(({ id, text }) => ({ id, text }))
    const there = (byTask.get(taskId) ?? []).map(({ id, text }) => ({ id, text }))
    return isDeepStrictEqual(shown, there) ? [] : [`task ${taskId} lists other comments than it has`]
  })
  const miscounted = Object.keys(stored.tasks)
    .filter((id) => (stored.counts[id] ?? 0) !== (byTask.get(id)?.length ?? 0))
    .map((id) => `task ${id} counts ${stored.counts[id] ?? 0} comments, not ${byTask.get(id)?.length ?? 0}`)
  return [...strays, ...unlisted, ...miscounted]
}

/** Checks that each mirror holds exactly the listed comments of the tasks that it sees. */
export function mirrorProblems({ lists, comments, mirroredComments, bounds }: Survey): string[] {
  return Object.entries(mirroredComments).flatMap(([name, mirrored]) => {
    const seen = Object.entries(lists).filter(([projectId]) => bounds[name]?.includes(projectId) ?? true)
    const listed = seen.flatMap(([, tasks]) => tasks.flatMap(({ id }) => comments[id] ?? []))
    const truth = new Map(listed.map((comment) => [comment.id, comment]))
    const held = new Map(mirrored.map((comment) => [comment.id, comment]))
    return [...new Set([...truth.keys(), ...held.keys()])]
      .filter((id) => !isDeepStrictEqual(truth.get(id), held.get(id)))
      .map((id) => {
        const how = !held.has(id) ? 'lacks' : truth.has(id) ? 'has an old state of' : 'still has'
        return `${name} ${how} comment ${id}`
      })
  })
}

/** Checks that repeats of one create made one comment, and that no two writes of a comment made the same version. */
export function answerProblems(entries: readonly Entry[]): string[] {
  const done = entries.filter(({ outcome }) => outcome === 'done')
  const creates = Map.groupBy(
    done.filter(({ kind }) => kind === 'comment'),
    ({ mark }) => mark,
  )
  const twice = [...creates].flatMap(([mark, answers]) => {
    const ids = new Set(answers.map(({ answer }) => answer?.comment?.id))
    const originals = answers.filter(({ answer }) => !answer?.replayed)
    return ids.size > 1 || originals.length > 1 ? [`the comment ${String(mark)} was made twice`] : []
  })
  const versions = Map.groupBy(
    done.filter(({ kind }) => kind === 'change-comment'),
    ({ commentId, answer }) => `${commentId} at version ${answer?.version}`,
  )
  const shared = [...versions].filter(([, writes]) => writes.length > 1)
  return [...twice, ...shared.map(([name]) => `two writes made comment ${name}`)]
}

/**
 * The ids of comments that may be gone although nobody deleted them: their task was lost, and made again after them. Those of
 * the last seconds before that can stay, because clocks may differ.
 */
export function goneWithTask(entries: readonly Entry[], { stored }: Survey): Set<string> {
  return new Set(
    entries.flatMap(({ answer }) => {
      const comment = answer?.comment
      const task = comment && stored.tasks[comment.task_id]
      return comment && task && task.created_at > comment.created_at ? [comment.id] : []
    }),
  )
}
