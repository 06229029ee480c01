import { anyTask, type Builder } from './choice.ts'
import { fields } from './value-definitions.ts'

/** Values that some definition of the field has, at some time, and one that none ever has. */
const urgencies = ['low', 'mid', 'high', 'new', 'never']

/** Sets a value, or takes it off, of a field whose definition never changes: a task that is there takes it. */
const setValue: Builder = (choice) => {
  const seen = anyTask(choice)
  if (!seen) return undefined
  const { dice, mark } = choice
  const key = dice.pick(fields.steady)?.key ?? ''
  const value = dice.chance(0.3) ? null : `Value ${mark}`
  const { id } = seen.task
  return {
    ...{ kind: 'set-value', method: 'PATCH', path: `/tasks/${id}`, taskId: id },
    body: { fields: { [key]: value } },
    writes: [{ of: id, field: `fields.${key}`, value }],
  }
}

/** Sets a value of a field whose options change, or of one that comes and goes. */
const setChangingValue: Builder = (choice) => {
  const seen = anyTask(choice)
  if (!seen) return undefined
  const { dice, mark } = choice
  const { id } = seen.task
  const [key, value] = dice.chance(0.7)
    ? ['urgency', dice.pick(urgencies) ?? 'low']
    : ['guest', `Guest ${mark}`]
  return {
    ...{ kind: 'set-changing-value', method: 'PATCH', path: `/tasks/${id}`, taskId: id },
    body: { fields: { [key]: value } },
    writes: [{ of: id, field: `fields.${key}`, value }],
  }
}

const changeOptions: Builder = ({ dice }) => {
  const values = urgencies.filter((value) => value !== 'never' && dice.chance(0.6))
  return {
    ...{ kind: 'change-options', method: 'PATCH', path: '/fields/urgency' },
    body: { options: (values.length > 0 ? values : ['low']).map((value) => ({ value })) },
  }
}

const deleteField: Builder = () => ({ kind: 'delete-field', method: 'DELETE', path: '/fields/guest' })

const createField: Builder = () => ({
  ...{ kind: 'create-field', method: 'POST', path: '/fields', body: fields.guest },
})

export const valueOperations: Record<string, [weight: number, build: Builder]> = {
  setValue: [8, setValue],
  setChangingValue: [6, setChangingValue],
  changeOptions: [2, changeOptions],
  deleteField: [1, deleteField],
  createField: [1.5, createField],
}
