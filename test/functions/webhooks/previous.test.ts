import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TaskEvent } from '../../../lib/webhooks/event.ts'
import { taskEventsOf } from '../../support/stream.ts'
import { newTenant } from '../../support/tenant.ts'
import { rounds } from '../../support/rounds.ts'

describe('random writes', () => {
  const actions = fc.record({
    kind: fc.constantFrom(
      'label',
      'status',
      'subtask',
      'lane',
      'move',
      'trash',
      'restore',
      'description' as const,
    ),
    value: fc.nat(2),
  })

  it('make events whose previous values, put back, are the task of the event before', async () => {
    const tenant = await newTenant()
    const laneId = await tenant.newLane()
    await fc.assert(
      fc.asyncProperty(fc.array(actions, { minLength: 4, maxLength: 12 }), async (steps) => {
        const [created] = await taskEventsOf(tenant, () => tenant.createTask())
        if (!created) throw new Error('no event')
        const { id } = created.data.task
        const path = `/tasks/${id}`
        const seen: TaskEvent[] = [created]
        for (const { kind, value } of steps) {
          const bodies = {
            label: { label: `Label ${value}` },
            status: { status: value },
            lane: { workflowLaneId: value === 0 ? null : laneId },
            description: { description: value === 0 ? null : `Text ${value}` },
          }
          const act = () => {
            if (kind === 'trash') return tenant.send('DELETE', path)
            if (kind === 'restore') return tenant.send('POST', `${path}/restore`)
            if (kind === 'move')
              return tenant.send('POST', `${path}/move`, { body: { to: value ? 'top' : 'bottom' } })
            if (kind === 'subtask')
              return tenant.send('POST', `${path}/subtasks`, { body: { label: `${value}` } })
            return tenant.send('PATCH', path, { body: bodies[kind] })
          }
          const events = await taskEventsOf(tenant, act)
          expect(events.length).toBeLessThanOrEqual(1)
          seen.push(...events)
        }
        const stamp = { updated_at: '' }
        for (const [index, event] of seen.entries()) {
          const before = seen[index - 1]?.data.task
          if (!before) continue
          const { task, previous, changed } = event.data
          expect({ ...task, ...previous, ...stamp }).toEqual({ ...before, ...stamp })
          expect(Object.keys(previous)).toEqual(changed)
          expect(event.id > String(seen[index - 1]?.id)).toBe(true)
        }
      }),
      { numRuns: rounds(8) },
    )
  })
})
