import type { Project } from '../../../../lib/projects/project.ts'
import type { Entry } from '../history.ts'
import type { Survey } from '../survey.ts'
import * as comments from './comments.ts'
import { consistencyProblems } from './consistency.ts'
import { answerProblems, createProblems, markProblems } from './creates.ts'
import { collectClaims, fieldProblems, fieldsOf, possibleValues, type Claims } from './fields.ts'
import { orderProblems } from './order.ts'
import { revertProblems } from './reverts.ts'
import { valueProblems } from './values.ts'
import { versionProblems } from './versions.ts'

/** The id of what each mark created, from the answers or from the mark in a stored text. */
function idsByMark(
  entries: readonly Entry[],
  { projects, lists, trash, stored }: Survey,
): Map<string, string> {
  const ids = new Map<string, string>()
  const learn = (text: string | null, pattern: RegExp, id: string) => {
    const mark = pattern.exec(text ?? '')?.[1]
    if (mark !== undefined) ids.set(mark, id)
  }
  for (const { id, label, workflow_lanes } of projects) {
    learn(label, /^Project (#\d+)$/, id)
    for (const lane of workflow_lanes) learn(lane.label, /^Lane (#\d+)$/, lane.id)
  }
  for (const { id, description } of [...Object.values(lists).flat(), ...Object.values(trash).flat()])
    learn(description, /^Made by (#\d+)$/, id)
  for (const { id, text } of stored.comments) learn(text, /^Comment (#\d+)$/, id)
  for (const { mark, outcome, answer } of entries) {
    const id = answer?.task?.id ?? answer?.madeId
    if (mark !== undefined && outcome === 'done' && id !== undefined) ids.set(mark, id)
  }
  return ids
}

/** Whether a task may be purged: deleted, in a project that was deleted afterwards. */
function mayBeGone(taskId: string, claims: Claims): boolean {
  const fields = claims.get(taskId)
  const homes = (fields?.get('project_id') ?? []).map(({ value }) => String(value))
  const isPossiblyDeleted = (id: string) =>
    possibleValues(claims.get(id)?.get('deleted') ?? []).includes(true)
  return isPossiblyDeleted(taskId) && homes.some(isPossiblyDeleted)
}

/** Compares the final state with the states that the acknowledged, refused and unanswered requests allow. */
function effectProblems(entries: readonly Entry[], survey: Survey, before: readonly Project[]): string[] {
  const ids = idsByMark(entries, survey)
  const claims = collectClaims([...entries], before, (mark) => ids.get(mark))
  const active = Object.values(survey.lists).flat()
  const trashed = Object.values(survey.trash).flat()
  const found = new Map<string, Record<string, unknown>>([
    ...active.map((task) => [task.id, { ...fieldsOf(task), deleted: false }] as const),
    ...trashed.map((task) => [task.id, { ...fieldsOf(task), deleted: true }] as const),
    ...survey.projects.flatMap(({ id, label, workflow_lanes }) => [
      [id, { label, deleted: false }] as const,
      ...workflow_lanes.map((lane) => [lane.id, { label: lane.label, deleted: false }] as const),
    ]),
    ...survey.stored.comments.map(({ id, text }) => [id, { text, deleted: false }] as const),
  ])
  const homeOf = new Map(
    entries.flatMap(({ kind, answer }) =>
      kind === 'add-lane' && answer?.madeId !== undefined ? [[answer.madeId, answer.project?.id]] : [],
    ),
  )
  const gone = comments.goneWithTask(entries, survey)
  return [...claims].flatMap(([id, fields]) => {
    const there = found.get(id)
    if (there) return fieldProblems(id, there, fields)
    const deleted = fields.get('deleted') ?? []
    // its create was never acknowledged
    if (id.startsWith('#') && deleted.every(({ outcome }) => outcome !== 'done')) return []
    if (fields.has('project_id')) return mayBeGone(id, claims) ? [] : [`task ${id} is lost`]
    if (gone.has(id)) return []
    if (homeOf.has(id) && !found.has(homeOf.get(id) ?? '')) return [] // it was deleted with its project
    return fieldProblems(id, {}, new Map([['deleted', deleted]]))
  })
}

/**
 * Compares the whole history with the final state. Returns a line for each contradiction.
 * @param before the projects that existed before the run, as they were then
 */
export const findProblems = (
  entries: readonly Entry[],
  survey: Survey,
  before: readonly Project[],
): string[] => [
  ...answerProblems(entries),
  ...effectProblems(entries, survey, before),
  ...versionProblems(entries, survey.sights),
  ...createProblems(entries, survey),
  ...markProblems(entries, survey),
  ...orderProblems(entries, survey.sights),
  ...consistencyProblems(survey),
  ...valueProblems(entries, survey),
  ...revertProblems(entries),
  ...comments.answerProblems(entries),
  ...comments.storedProblems(survey),
  ...comments.mirrorProblems(survey),
]
