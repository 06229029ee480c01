import { describe, expect, it } from 'vitest'
import { taskEvent } from '../../../lib/webhooks/event.ts'
import type { TaskItem } from '../../../lib/tasks/task-item.ts'
import { taskEventOf } from '../../../lib/webhooks/task-event.ts'

const before: TaskItem = {
  id: '0197a1b2-c3d4-4e5f-8a6b-7c8d9e0f1a2b',
  label: 'Call Ada',
  status: 0,
  project_id: '11111111-1111-4111-8111-111111111111',
  position: '0|a:',
  subtasks: {
    '22222222-2222-4222-8222-222222222222': { label: 'One', is_completed: false, rank: '0|a:' },
    '33333333-3333-4333-8333-333333333333': { label: 'Two', is_completed: true, rank: '0|b:' },
  },
  created_at: '2026-11-21T09:00:00.000Z',
  updated_at: '2026-11-21T09:00:00.000Z',
  version: 1,
  write_id: 'first',
}
const after = (set: Partial<TaskItem>): TaskItem => ({
  ...before,
  updated_at: '2026-11-21T10:00:00.000Z',
  version: 2,
  write_id: 'second',
  ...set,
})
const trashed = after({ deleted_at: '2026-11-21T10:00:00.000Z', expires_at: 1_800_000_000 })

describe('the event of a write', () => {
  it('has the id of the write, its time, the task, its version and its writer', () => {
    const writer = 'a2QnRVlvZeIUR3uYyOjVzRG:crm:'
    const event = taskEventOf(before, after({ label: 'Call Grace', description: 'Soon', writer }))
    expect(event).toEqual({
      id: 'evt_0197a1b2c3d44e5f8a6b7c8d9e0f1a2b_1795255200000',
      type: 'task.updated',
      timestamp: '2026-11-21T10:00:00.000Z',
      data: {
        task: expect.objectContaining({ label: 'Call Grace', description: 'Soon' }) as unknown,
        version: 2,
        changed: ['label', 'description'],
        previous: { label: 'Call Ada', description: null },
        origin: {
          via: 'api',
          token_id: expect.any(String) as unknown,
          origin_id: 'crm',
          member_id: null,
          rule_id: null,
        },
      },
    })
    expect(taskEvent.parse(event)).toEqual(event)
  })

  it.each([
    ['task.created', undefined, before, []],
    ['task.updated', before, after({ status: 1 }), ['status']],
    ['task.completed', before, after({ status: 2, label: 'Done' }), ['label', 'status']],
    ['task.reopened', after({ status: 2 }), after({ status: 1 }), ['status']],
    ['task.deleted', before, trashed, []],
    ['task.restored', trashed, after({}), []],
    ['task.updated', before, after({ position: '0|b:' }), ['position']],
    ['task.updated', before, after({ subtasks: {} }), ['subtasks']],
    ['task.created', trashed, after({ created_at: '2026-11-21T11:00:00.000Z' }), []],
  ] as const)('is %s', (type, old, now, changed) => {
    const event = taskEventOf(old, now)
    expect(event).toMatchObject({ type, data: { changed } })
    expect(Object.keys(event?.data.previous ?? {})).toEqual(changed)
    expect(taskEvent.parse(event)).toEqual(event)
  })

  it('does not exist where nothing changed but the stamp, also with the attributes in another order', () => {
    expect(taskEventOf(before, after({}))).toBeUndefined()
    const subtasks = Object.fromEntries(
      Object.entries(before.subtasks)
        .reverse()
        .map(([id, { label, is_completed, rank }]) => [id, { rank, is_completed, label }]),
    )
    expect(taskEventOf(before, after({ subtasks }))).toBeUndefined()
  })

  it('goes without description and subtasks above 100 KiB, and says so', () => {
    const description = '"'.repeat(10_000)
    const subtasks = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [
          `22222222-2222-4222-8222-${String(index).padStart(12, '0')}`,
          { label: 'x'.repeat(500), is_completed: false, rank: `0|${String(index)}:` },
        ]),
      )
    const small = taskEventOf(before, after({ description, subtasks: subtasks(50) }))
    expect(small?.data).not.toHaveProperty('truncated')
    const large = taskEventOf(
      after({ subtasks: subtasks(100) }),
      after({ description, subtasks: subtasks(99) }),
    )
    expect(large?.data).toMatchObject({
      changed: ['description', 'subtasks'],
      previous: {},
      truncated: ['description', 'subtasks'],
    })
    expect(Object.keys(large?.data.task ?? {})).toEqual(
      expect.not.arrayContaining(['description', 'subtasks']),
    )
    expect(taskEvent.parse(large)).toEqual(large)
    expect(Buffer.byteLength(JSON.stringify(large))).toBeLessThan(2_000)
  })

  it('goes without the values of fields, too, if it is still above 100 KiB', () => {
    const values = (text: string) =>
      Object.fromEntries(
        Array.from({ length: 50 }, (_, index) => [`f_field_${index}`, text.repeat(500)]),
      ) as Partial<TaskItem> // they are values
    const large = taskEventOf(after(values('🎈')), after(values('🎉')))
    expect(large?.data).toMatchObject({ previous: {}, truncated: ['description', 'subtasks', 'fields'] })
    expect(large?.data.changed).toHaveLength(50)
    expect(large?.data.task).not.toHaveProperty('fields')
    expect(taskEvent.parse(large)).toEqual(large)
    const small = taskEventOf(after({}), after({ ...values('x'), description: '"'.repeat(10_000) }))
    expect(small?.data).not.toHaveProperty('truncated')
  })
})
