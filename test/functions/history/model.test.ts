import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Task } from '../../../lib/tasks/task.ts'
import { historyOf } from '../../support/history.ts'
import { rounds } from '../../support/rounds.ts'
import { newTask, takeAllBack, taskOf, withAgent, write } from './support.ts'

const writers = ['agent', 'person', 'sync'] as const
type Writer = (typeof writers)[number]

/** What the model knows of a task: what a person sees of it, after each write, and who wrote. */
interface Known {
  writer: Writer
  at: string
  seen: Seen
}
interface Seen {
  label: string
  status: number
  description: string | null
  note: unknown
  place: string
  lane: string | null
  project: string
  isTrashed: boolean
}
const parts = ['label', 'status', 'description', 'note'] as const

/** The state of a thing as others left it; undefined if one of them wrote it last. */
function withoutAgent<T>(
  states: readonly T[],
  isMeant: (index: number) => boolean,
): { value: T } | undefined {
  const touches = states.flatMap((state, index) => (index > 0 && state !== states[index - 1] ? [index] : []))
  const last = touches.at(-1)
  if (last === undefined || !isMeant(last)) return undefined
  const others = touches.filter((index) => !isMeant(index)).at(-1)
  return { value: states[others ?? 0] as T }
}

/** Whether nobody else moved the task to the trash or out of it between its creation and the agent’s last such move. */
function isAgentsOwn(known: readonly Known[], isMeant: (index: number) => boolean): boolean {
  const moves = known.flatMap(({ seen }, index) =>
    index === 0 || seen.isTrashed !== known[index - 1]?.seen.isTrashed ? [index] : [],
  )
  return isMeant(0) && moves.slice(0, moves.findLastIndex(isMeant)).every(isMeant)
}

/** What a task becomes without the writes of the agent that are meant. */
function expectedOf(known: readonly Known[], isMeant: (one: Known) => boolean): Seen {
  const isMeantAt = (index: number) => known[index] !== undefined && isMeant(known[index])
  const last = known.at(-1)
  if (!last) throw new Error('nobody has written it')
  const { seen } = last
  const others = known.slice(1).filter((one) => !isMeant(one))
  if (isAgentsOwn(known, isMeantAt)) {
    const names = [...parts, 'place', 'isTrashed'] as const
    const isWorked = others.some((one) => {
      const before = known[known.indexOf(one) - 1]?.seen
      return names.some((name) => one.seen[name] !== before?.[name])
    })
    return isWorked ? seen : { ...seen, isTrashed: true }
  }
  const statesOf = <N extends keyof Seen>(name: N) => known.map((one) => one.seen[name])
  const life = withoutAgent(statesOf('isTrashed'), isMeantAt)
  const isTrashed = life?.value ?? seen.isTrashed
  if (seen.isTrashed && isTrashed) return seen
  const after = { ...seen, isTrashed }
  for (const name of parts) {
    const back = withoutAgent(statesOf(name), isMeantAt)
    if (back) Object.assign(after, { [name]: back.value })
  }
  const moves = known.some(
    (one, index) => index > 0 && isMeant(one) && one.seen.project !== known[index - 1]?.seen.project,
  )
  if (moves) {
    const place = withoutAgent(statesOf('place'), isMeantAt)
    const from = place && known.find((one) => one.seen.place === place.value)?.seen
    if (from) Object.assign(after, { place: from.place, lane: from.lane, project: from.project })
  } else {
    const lane = withoutAgent(statesOf('lane'), isMeantAt)
    const isOfProject =
      lane?.value === null ||
      known.some(({ seen: { lane: one, project } }) => one === lane?.value && project === seen.project)
    if (lane && isOfProject) {
      Object.assign(after, { lane: lane.value, place: `${seen.project} ${lane.value ?? ''}` })
    }
  }
  return after
}

const acts = ['label', 'status', 'description', 'note', 'lane', 'project', 'trash'] as const
interface Step {
  writer: Writer
  task: number
  act: (typeof acts)[number]
  value: number
}
const step: fc.Arbitrary<Step> = fc.record({
  writer: fc.constantFrom<Writer>('agent', ...writers),
  task: fc.nat(1),
  act: fc.constantFrom(...acts, 'label' as const, 'trash' as const, 'trash' as const),
  value: fc.nat(3),
})

/** A task of the agent that others delete, and that the agent restores. */
const restored: Step[] = [
  { writer: 'agent', task: 0, act: 'label', value: 0 },
  { writer: 'agent', task: 0, act: 'label', value: 1 },
  { writer: 'person', task: 0, act: 'trash', value: 0 },
  { writer: 'agent', task: 0, act: 'trash', value: 0 },
]

/** To run the same again: SEED=<the seed that a failure names>. */
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)

describe('all of a random writer’s work between two times', () => {
  it('is taken back as a model says, whatever others did in between, and comes back when that is taken back', async () => {
    const { tenant, agent, by } = await withAgent()
    await tenant.send('POST', '/fields', { body: { key: 'note', label: 'Note', type: 'text' } })
    const projects = [tenant.projectId, await tenant.newProject()] as const
    const tokens = { agent, person: tenant.token, sync: await tenant.newToken(['read', 'write', 'delete']) }
    const lanes = await Promise.all(
      projects.map(async (id) => [await tenant.newLane(id), await tenant.newLane(id)]),
    )
    const seenOf = (task: Task, isTrashed: boolean): Seen => {
      const { label, status, description, workflow_lane_id: lane, project_id: project } = task
      const place = `${project} ${lane ?? ''}`
      return {
        ...{ label, status, description, note: task.fields?.note ?? null },
        ...{ lane, project, place, isTrashed },
      }
    }
    let origins = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 4, maxLength: 40, size: 'max' }),
        fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 })),
        async (steps, cuts) => {
          const begun = new Date(Date.now() - 1).toISOString()
          const tasks = new Map<number, { id: string; made: Task; known: Known[] }>()
          const times: string[] = []
          for (const { writer, task, act, value } of steps) {
            const token = tokens[writer]
            const found = tasks.get(task)
            if (!found) {
              const made = await newTask(tenant, token, `Task ${task}`)
              times.push(made.updated_at)
              tasks.set(task, {
                id: made.id,
                made,
                known: [{ writer, at: made.updated_at, seen: seenOf(made, false) }],
              })
              continue
            }
            const { id, known } = found
            const seen = known.at(-1)?.seen ?? seenOf(found.made, false)
            const note = (answer: Task, isTrashed: boolean) => {
              const next = seenOf(answer, isTrashed)
              if (JSON.stringify(next) === JSON.stringify(seen)) return // nobody sees a change
              times.push(answer.updated_at)
              known.push({ writer, at: answer.updated_at, seen: next })
            }
            if (act === 'trash' && !seen.isTrashed) {
              await write(tenant, token, 'DELETE', `/tasks/${id}`)
              const [entry] = await historyOf(tenant, id)
              times.push(entry?.at ?? '')
              known.push({ writer, at: entry?.at ?? '', seen: { ...seen, isTrashed: true } })
            } else if (act === 'trash')
              note(await write(tenant, token, 'POST', `/tasks/${id}/restore`), false)
            else if (!seen.isTrashed) {
              const own = lanes[projects.indexOf(seen.project)] ?? []
              const bodies: Record<string, object> = {
                label: { label: `Label ${value}` },
                status: { status: value % 3 },
                description: { description: value === 0 ? null : `Text ${value}` },
                note: { fields: { note: value === 0 ? null : `Note ${value}` } },
                lane: { workflowLaneId: own[value] ?? null },
                project: { projectId: projects[value % 2] },
              }
              // a move to its own project would only change its position, which the model does not know
              if (act === 'project' && projects[value % 2] === seen.project) continue
              note(await write(tenant, token, 'PATCH', `/tasks/${id}`, bodies[act]), false)
            }
          }
          const sorted = times.toSorted()
          const [from, to] = cuts.map((cut) => cut / 10).toSorted((a, b) => a - b) as [number, number]
          const after = from < 0.3 ? begun : (sorted[Math.floor(from * (sorted.length - 1))] ?? begun)
          const before = to > 0.7 ? undefined : sorted[Math.floor(to * (sorted.length - 1))]
          const isMeant = ({ writer, at }: Known) =>
            writer === 'agent' && at > after && (before === undefined || at < before)
          const stateOf = async (id: string) => {
            const active = await taskOf(tenant, id)
            if (active) return { ...seenOf(active, false), position: active.position }
            const trash = await Promise.all(
              projects.map((project) => tenant.send('GET', `/projects/${project}/trash?limit=100`)),
            )
            const found = trash
              .flatMap(({ body }) => (body as { tasks: Task[] }).tasks)
              .find((task) => task.id === id)
            return found && { ...seenOf(found, true), position: found.position }
          }
          const all = [...tasks.values()]
          const states = () => Promise.all(all.map(({ id }) => stateOf(id)))
          const asked = { by, after, ...(before !== undefined && { before }), limit: 2 }
          const beforehand = await states()
          const tried = await takeAllBack(tenant, asked, { isDryRun: true })
          expect(await states()).toEqual(beforehand)
          const originId = `round-${origins++}`
          const done = await takeAllBack(tenant, asked, { originId })
          expect(done).toEqual(tried)
          const result = await states()
          expect(result).toEqual(
            all.map(({ known }) => ({
              ...expectedOf(known, isMeant),
              position: expect.any(String) as string,
            })),
          )
          const repeat = await takeAllBack(tenant, asked, { originId: `${originId}-again` })
          expect(repeat.reverted).toBe(0)
          expect(await states()).toEqual(result)
          await takeAllBack(tenant, { by: { originId }, after: begun }, { originId: `${originId}-undone` })
          expect(await states()).toEqual(beforehand)
          for (const { id } of all) await tenant.send('DELETE', `/tasks/${id}`)
        },
      ),
      { seed, examples: [[restored, [0, 9]]], numRuns: rounds(12) },
    )
  })
})
