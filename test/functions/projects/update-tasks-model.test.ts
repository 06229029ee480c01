import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Task } from '../../../lib/tasks/task.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'
import { rounds } from '../../support/rounds.ts'

const runs = rounds(6)

const statuses = fc.constantFrom(0 as const, 1 as const, 2 as const)
/** A lane by its place; null is none. */
const lanes = fc.constantFrom(0, 1, null)
const texts = fc.constantFrom('Käse', 'KASE', 'Order 17', 'Brot')
const optional = { requiredKeys: [] as never[] }

const tasks = fc.array(
  fc.record({ label: texts, status: statuses, lane: lanes, description: fc.option(texts) }),
  { minLength: 1, maxLength: 12 },
)
/** `after` and `before` name the task whose time it is. */
const wheres = fc
  .record(
    {
      status: fc.oneof(statuses, fc.uniqueArray(statuses, { minLength: 1 })),
      lane: lanes,
      q: fc.constantFrom('kase', 'ORDER', '17', 'ö'),
      after: fc.nat(11),
      before: fc.nat(11),
    },
    optional,
  )
  .filter((where) => Object.keys(where).length > 0)
const sets = fc
  .record({ status: statuses, lane: lanes, description: fc.option(texts) }, optional)
  .filter((set) => Object.keys(set).length > 0)

type Where = typeof wheres extends fc.Arbitrary<infer W> ? W : never
type Set = typeof sets extends fc.Arbitrary<infer S> ? S : never

/** A project with two lanes and tasks, and what they look like without ids and times. */
async function projectOf(wanted: typeof tasks extends fc.Arbitrary<infer T> ? T : never) {
  const tenant = await newTenant()
  const laneIds = [await tenant.newLane(), await tenant.newLane()]
  const laneId = (lane: number | null) => (lane === null ? null : (laneIds[lane] ?? null))
  for (const { lane, ...task } of wanted) await tenant.createTask({ ...task, workflowLaneId: laneId(lane) })
  return { tenant, laneId, laneIds, list: () => listOf(tenant) }
}

async function listOf({ send, projectId }: TestTenant): Promise<Task[]> {
  return ((await send('GET', `/projects/${projectId}/tasks`)).body as { tasks: Task[] }).tasks // `send` has checked it
}

const plain = (list: Task[], laneIds: string[]) =>
  list.map(({ label, status, description, workflow_lane_id }) => ({
    ...{ label, status, description },
    lane: workflow_lane_id === null ? null : laneIds.indexOf(workflow_lane_id),
  }))

const withoutAccents = (text: string) => text.toLowerCase().replaceAll('ä', 'a').replaceAll('ö', 'o')

/** Whether a task is meant, without what the service knows about it. */
const isMeant = (where: Where, task: Task, lane: (of: number | null) => string | null, times: string[]) =>
  (where.status === undefined || [where.status].flat().includes(task.status)) &&
  (where.lane === undefined || lane(where.lane) === task.workflow_lane_id) &&
  (where.q === undefined ||
    [task.label, task.description ?? ''].some((text) =>
      withoutAccents(text).includes(withoutAccents(where.q ?? '')),
    )) &&
  (where.after === undefined || task.created_at > (times[where.after % times.length] ?? '')) &&
  (where.before === undefined || task.created_at < (times[where.before % times.length] ?? ''))

const fieldsOf = ({ lane, ...set }: Set, laneId: (of: number | null) => string | null) => ({
  ...set,
  ...(lane !== undefined && { workflowLaneId: laneId(lane) }),
})

const isAlready = (task: Task, fields: ReturnType<typeof fieldsOf>) =>
  (fields.status === undefined || fields.status === task.status) &&
  (fields.description === undefined || fields.description === task.description) &&
  (fields.workflowLaneId === undefined || fields.workflowLaneId === task.workflow_lane_id)

describe('a change of all tasks that match', () => {
  it('does what a program does that reads all tasks and changes one after the other', async () => {
    await fc.assert(
      fc.asyncProperty(tasks, wheres, sets, async (wanted, where, set) => {
        const [one, other] = [await projectOf(wanted), await projectOf(wanted)]

        const own = await one.list()
        const times = own.map(({ created_at }) => created_at)
        const time = (place: number | undefined) => times[(place ?? 0) % times.length]
        const { lane, after, before, ...rest } = where
        const body = {
          where: {
            ...rest,
            ...(lane !== undefined && { workflowLaneId: one.laneId(lane) }),
            ...(after !== undefined && { createdAfter: time(after) }),
            ...(before !== undefined && { createdBefore: time(before) }),
          },
          set: fieldsOf(set, one.laneId),
        }
        const path = `/projects/${one.tenant.projectId}/tasks`
        const { body: report } = await one.tenant.send('PATCH', path, { body })

        const found = await other.list()
        const fields = fieldsOf(set, other.laneId)
        // the two projects are equal but for ids and times, so that the times of the first decide in both
        const meant = found.filter((task, place) => {
          const same = { ...task, created_at: times[place] ?? '' }
          return isMeant(where, same, other.laneId, times) && !isAlready(task, fields)
        })
        for (const { id } of meant) await other.tenant.send('PATCH', `/tasks/${id}`, { body: fields })

        expect(report).toMatchObject({ matched: meant.length, updated: meant.length, has_more: false })
        expect(plain(await one.list(), one.laneIds)).toEqual(plain(await other.list(), other.laneIds))
      }),
      { numRuns: runs },
    )
  }, 120_000)
})
