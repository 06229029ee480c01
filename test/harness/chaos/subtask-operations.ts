import type { Operation } from './history.ts'
import { anyTask, type Builder, type Choice } from './choice.ts'

const mostSubtasks = 20

/** The claim field of a subtask. Labels are unique and fixed, so they identify subtasks even without an answer. */
const fieldOf = (label: string, name: string) => `${label}: ${name}`

const add: Builder = (choice) => {
  const seen = anyTask(choice)
  if (!seen || seen.task.subtasks.length >= mostSubtasks) return undefined
  const { id } = seen.task
  const label = `Subtask ${choice.mark}`
  return {
    ...{ kind: 'add-subtask', method: 'POST', path: `/tasks/${id}/subtasks`, taskId: id, body: { label } },
    writes: [
      { of: id, field: fieldOf(label, 'deleted'), value: false },
      { of: id, field: fieldOf(label, 'is_completed'), value: false },
    ],
  }
}

/** Builds a request for a known subtask. */
function toSubtask(
  { dice, scene }: Choice,
  build: (subtask: { id: string; label: string }, others: { id: string }[]) => Partial<Operation> | undefined,
): Operation | undefined {
  const seen = dice.pick([...scene.tasks.values()].filter(({ task }) => task.subtasks.length > 0))
  const subtask = dice.pick(seen?.task.subtasks ?? [])
  if (!seen || !subtask) return undefined
  const { id, subtasks } = seen.task
  const part = build(
    subtask,
    subtasks.filter((other) => other !== subtask),
  )
  const path = `/tasks/${id}/subtasks/${subtask.id}`
  const writes = part?.writes?.map((write) => ({ ...write, of: id })) ?? []
  return part && { kind: 'tick-subtask', method: 'PATCH', path, taskId: id, ...part, writes }
}

const tick: Builder = (choice) =>
  toSubtask(choice, ({ label }) => {
    const isCompleted = choice.dice.chance(0.6)
    const field = fieldOf(label, 'is_completed')
    return { body: { isCompleted }, writes: [{ of: '', field, value: isCompleted }] }
  })

const order: Builder = (choice) =>
  toSubtask(choice, (_, others) => {
    const other = choice.dice.pick(others)
    return other && { kind: 'order-subtask', body: { beforeSubtaskId: other.id } }
  })

const remove: Builder = (choice) =>
  toSubtask(choice, ({ label }) => ({
    ...{ kind: 'remove-subtask', method: 'DELETE' },
    writes: [{ of: '', field: fieldOf(label, 'deleted'), value: true }],
  }))

export const subtaskOperations: Record<string, [weight: number, build: Builder]> = {
  addSubtask: [6, add],
  tickSubtask: [5, tick],
  orderSubtask: [3, order],
  removeSubtask: [3, remove],
}
