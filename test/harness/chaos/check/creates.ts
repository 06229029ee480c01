import { markOf } from '../choice.ts'
import type { Entry } from '../history.ts'
import type { Survey } from '../survey.ts'
import { isOriginal, mayHaveLeft, revivalsOf } from './lives.ts'

/** All marks in a value's texts. */
const marksIn = (things: unknown): Set<string> => new Set(JSON.stringify(things).match(/#\d+/g) ?? [])

/** Checks that texts which were refused or never sent appear nowhere. */
export function markProblems(entries: readonly Entry[], survey: Survey): string[] {
  const sent = new Map<string, boolean>()
  for (const { body, outcome } of entries)
    for (const mark of marksIn(body ?? {})) sent.set(mark, (sent.get(mark) ?? false) || outcome !== 'refused')
  const answers = entries.map(({ answer }) => [answer?.task, answer?.project, answer?.tasks])
  return [...marksIn([survey, answers])].flatMap((mark) => {
    const mayBe = sent.get(mark)
    if (mayBe === undefined) return [`${mark} was never sent, but is there`]
    return mayBe ? [] : [`${mark} was refused, but is there`]
  })
}

/** Checks that a repeated create creates only one task, and that task only once, unless it was lost in between. */
export function createProblems(entries: readonly Entry[], { lists, trash }: Survey): string[] {
  const tasks = [...Object.values(lists).flat(), ...Object.values(trash).flat()]
  const made = Map.groupBy(tasks, ({ description }) => markOf(description))
  const creates = entries.filter(({ kind }) => kind === 'create')
  const deletions = entries.filter(
    ({ deletedProjectId, outcome }) => deletedProjectId !== undefined && outcome === 'done',
  )
  return [...Map.groupBy(creates, ({ mark }) => mark)].flatMap(([mark, repeats]) => {
    const name = `the create ${String(mark)}`
    const answers = repeats.flatMap(({ outcome, answer }) => (outcome === 'done' && answer ? [answer] : []))
    const ids = [
      ...answers.map(({ task }) => task?.id),
      ...repeats.flatMap(({ answer }) => answer?.existingId ?? []),
      ...(made.get(mark) ?? []).map(({ id }) => id),
    ]
    const late = repeats.filter(({ answer: { replayed, task } = {}, start }) => {
      if (!replayed || !task) return false
      const wasDeleted = deletions.some(
        ({ deletedProjectId, end }) => deletedProjectId === task.project_id && end < start,
      )
      return wasDeleted && !mayHaveLeft(task.id, task.project_id, entries)
    })
    const again = revivalsOf(repeats, entries).filter(isOriginal)
    return [
      ...(new Set(ids).size > 1 || (made.get(mark)?.length ?? 0) > 1 ? [`${name} made two tasks`] : []),
      ...(repeats.filter(isOriginal).length > again.length + 1 ? [`${name} was done twice`] : []),
      ...late.map(() => `${name} was replayed, though its project was deleted before`),
    ]
  })
}

/** Checks for statuses that no request should get, or only some requests. */
export function answerProblems(entries: readonly Entry[]): string[] {
  return entries.flatMap(({ kind, path, answer, place }) => {
    const status = answer?.status ?? 0
    // the anchor may have been moved to another project, the option or the field be gone
    const isLegitimate =
      status !== 400 || (kind === 'move' && typeof place === 'object') || kind === 'set-changing-value'
    const isKnown = status < 500 || status === 503
    return isLegitimate && isKnown ? [] : [`${kind} ${path} answered ${status} ${answer?.code ?? ''}`]
  })
}
