import { isDeepStrictEqual } from 'node:util'
import type { Project } from '../../../lib/projects/project.ts'
import type { Task } from '../../../lib/tasks/task.ts'
import type { ApiResult } from '../../../lib/http/types.ts'
import { laneKey, toProject } from '../../../lib/projects/project-item.ts'
import { joinProjects } from '../../../lib/projects/read.ts'
import type { Item } from '../../../lib/table/item.ts'
import { toTask, type TaskItem } from '../../../lib/tasks/task-item.ts'
import { decodeWriter } from '../../../lib/tasks/writer.ts'
import type { SampleIds } from '../sample-requests.ts'

/** Ids, times and ranks differ between worlds. Known ids are replaced by their names, and other values by their kinds. */
function normalText(text: string, ids: SampleIds): string {
  const names = new Map(Object.entries(ids).map(([name, id]: [string, string]) => [id, name]))
  return text
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => names.get(id) ?? 'uuid')
    .replace(/sample_[0-9a-f]{8}/g, (key) => names.get(key) ?? 'key')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
    .replace(/\d\|[0-9a-z]+:[0-9a-z]*/g, 'rank')
    .replace(/[0-9a-f]{64}/g, 'hash')
    .replace(/^body hash \d+$/, 'body hash minute')
    .replace(/^TIMERS#\d+$/, 'TIMERS#shard') // of the account, by a hash
    .replace(/evt_[0-9a-f]{32}_\d+/g, 'event')
    .replace(/(?:tsk|tss|hk|ck)_\w+|whsec_[\w+/=]+/g, 'secret')
}

/** Members that always differ between worlds: times in numbers, and cursors, which contain a time. */
const isVolatile = (key: string, value: unknown) =>
  (/(?:^|_)(?:at|until|sent|since|handled|wake)_ms$/.test(key) && typeof value === 'number') ||
  (key === 'expires_at' && typeof value === 'number') ||
  (key === 'next_cursor' && value !== null)

/** Returns a value that is equal in two worlds with the same history. Its keys are sorted. */
export function normal(value: unknown, ids: SampleIds): unknown {
  if (typeof value === 'string') return normalText(value, ids)
  if (Array.isArray(value)) return value.map((one) => normal(one, ids))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]: [string, unknown]) => [
    normalText(key, ids),
    isVolatile(key, inner) ? key : normal(inner, ids),
  ])
  return Object.fromEntries(entries.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)))
}

/** The counts of lanes have keys that differ between worlds. They are replaced by the names of the lanes. */
function namedLanes(item: Item, ids: SampleIds): Item {
  if (!String(item.sk).endsWith('#COUNTS')) return item
  const names = new Map(Object.entries(ids).map(([name, id]: [string, string]) => [laneKey(id), name]))
  const nameOf = (key: string) => names.get(key) ?? 'another lane'
  const { lanes, closing } = item as { lanes: Record<string, number>; closing?: Set<string> } // by its key
  return {
    ...item,
    lanes: Object.fromEntries(Object.entries(lanes).map(([key, count]) => [nameOf(key), count])),
    ...(closing && { closing: [...closing].map(nameOf) }),
  }
}

/** Decodes a writer, so that the id of its token can be replaced by its name. */
const readableWriter = (item: Item): Item =>
  typeof item.writer === 'string' ? { ...item, writer: decodeWriter(item.writer) } : item

/** Returns the items of an account and the order of each list as text. Equal texts mean equal accounts. */
export function stateOf(items: Item[], ids: SampleIds): string {
  const order = items
    .filter((item) => item.list_pk !== undefined)
    .sort((a, b) => (String(a.list_sk) < String(b.list_sk) ? -1 : 1))
    .map((item) => [item.list_pk, item.label, item.id])
  const lines = items.map((item) => JSON.stringify(normal(namedLanes(readableWriter(item), ids), ids))).sort()
  // the order counts within a list, but not between lists
  const lists = Object.entries(Object.groupBy(order, ([list]) => String(list)))
    .map((list) => JSON.stringify(normal(list, ids)))
    .sort()
  return JSON.stringify([lines, lists])
}

const isTask = (item: Item) => String(item.sk).startsWith('TASK#') && 'label' in item

/** Returns the projects of an account with their counts. */
const projectsOf = (items: Item[]) =>
  joinProjects(items.filter(({ sk }) => String(sk).startsWith('PROJECT#')))

/** Returns what is inconsistent in an account while nothing runs: a wrong count, or a task in a missing lane. */
export function inconsistencies(items: Item[]): string[] {
  const tasks = (items as unknown as TaskItem[]).filter((task) => isTask(task as unknown as Item))
  const active = tasks.filter(({ deleted_at }) => deleted_at === undefined)
  return projectsOf(items).flatMap(({ project: { id, workflow_lanes }, counts }) => {
    const own = active.filter(({ project_id }) => project_id === id)
    const inLanes = workflow_lanes.flatMap((lane) => {
      const held = own.filter((task) => task.workflow_lane_id === lane.id).length
      const counted = counts?.lanes[laneKey(lane.id)]
      return held === counted ? [] : [`a lane counts ${String(counted)} tasks and holds ${held}`]
    })
    const strays = own.filter(
      ({ workflow_lane_id: laneId }) =>
        laneId !== undefined && !workflow_lanes.some((lane) => lane.id === laneId),
    )
    return [
      ...(own.length === counts?.task_count
        ? []
        : [`a project counts ${String(counts?.task_count)} tasks and holds ${own.length}`]),
      ...(Object.keys(counts?.lanes ?? {}).length === workflow_lanes.length
        ? []
        : ['a project counts in other lanes than it lists']),
      ...inLanes,
      ...strays.map(({ label }) => `${label} is in a lane that is gone`),
    ]
  })
}

/** The body of an answer: parsed if it is JSON, else its text. An export is a text. */
export function bodyOf({ body = 'null', headers = {} }: ApiResult): unknown {
  return String(headers['Content-Type'] ?? 'application/json').startsWith('application/json')
    ? (JSON.parse(body) as unknown)
    : body
}

/** Returns a value as JSON shows it, without undefined members. */
const sent = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** Returns the differences between an acknowledged answer and the table. */
export function contradictions(answer: ApiResult, items: Item[]): string[] {
  const {
    task,
    project,
    results = [],
  } = (bodyOf(answer) ?? {}) as { task?: Task; project?: Project; results?: { task?: Task }[] }
  // the task of a preview has no id: it is not stored
  const tasks = [task, ...results.map((result) => result.task)].filter((one) => one?.id !== undefined)
  const isStored = (one: Task | undefined) => {
    const item = items.find(({ id }) => id === one?.id)
    return item !== undefined && isDeepStrictEqual(sent(toTask(item as unknown as TaskItem).task), one)
  }
  if (!tasks.every(isStored)) return ['the task of the answer is not the task in the table']
  const stored = projectsOf(items).find((one) => one.project.id === project?.id)
  if (
    project &&
    !(stored?.counts && isDeepStrictEqual(sent(toProject({ ...stored, counts: stored.counts })), project))
  )
    return ['the project of the answer is not the project in the table']
  return []
}
