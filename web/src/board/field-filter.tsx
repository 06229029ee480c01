import { useState } from 'preact/hooks'
import type { Field } from '../../../client/src/index.ts'
import { maxFieldConditions } from '../../../lib/contract/limits.ts'
import {
  type FieldConditions,
  type Operator,
  partsOf,
  withCondition,
  withoutCondition,
} from '../data/field-filter.ts'
import { useMembers } from '../data/members.ts'
import { me, ownMember } from '../data/own-member.ts'
import { timeOfInput } from '../ui/day.ts'
import { fieldText, isDated } from '../ui/field-value.ts'
import { Problem } from '../ui/problem.tsx'

/** A condition in words. Without `value`, the person enters one. */
interface Choice {
  operator: Operator | undefined
  value?: 'true' | 'false' | typeof me
  words: string
}

const anyValue: readonly Choice[] = [
  { operator: 'exists', value: 'true', words: 'has a value' },
  { operator: 'exists', value: 'false', words: 'has no value' },
]

/** What can be asked of a field. */
function choicesOf(field: Field): readonly Choice[] {
  if (field.type === 'member') {
    const ofMe: Choice = { operator: undefined, value: me, words: 'is me' }
    return [...(ownMember.value ? [ofMe] : []), { operator: undefined, words: 'is' }, ...anyValue]
  }
  if (field.type === 'checkbox') {
    return [
      { operator: undefined, value: 'true', words: 'is ticked' },
      { operator: undefined, value: 'false', words: 'is not ticked' },
      ...anyValue,
    ]
  }
  const equal: Choice = { operator: undefined, words: field.type === 'multi_select' ? 'has' : 'is' }
  if (isDated(field)) {
    return [
      ...(field.type === 'date' ? [equal] : []),
      { operator: 'before', words: 'is before' },
      { operator: 'after', words: 'is after' },
      ...anyValue,
    ]
  }
  if (field.type === 'number') {
    const ends = [
      { operator: 'min', words: 'is at least' },
      { operator: 'max', words: 'is at most' },
    ] as const
    return [equal, ...ends, ...anyValue]
  }
  return [equal, ...anyValue]
}

/** A condition as people read it: "Due is before 31 Dec 2026". */
function conditionText(fields: readonly Field[], name: string, value: string): string {
  const { key, operator } = partsOf(name)
  const field = fields.find((one) => one.key === key)
  if (!field) return `${name}: ${value}`
  const choices = choicesOf(field).filter((choice) => choice.operator === operator)
  const whole = choices.find((choice) => choice.value === value)
  if (whole) return `${field.label} ${whole.words}`
  const text = fieldText(field, field.type === 'number' ? Number(value) : value)
  return `${field.label} ${choices.find((choice) => choice.value === undefined)?.words ?? 'is'} ${text}`
}

interface ConditionsProps {
  fields: readonly Field[]
  conditions: FieldConditions
  onChange: (conditions: FieldConditions) => void
}

/** The conditions of a filter, each as a button that removes it. */
export const Conditions = ({ fields, conditions, onChange }: ConditionsProps) => (
  <>
    {Object.entries(conditions).map(([name, value]) => {
      const text = conditionText(fields, name, value)
      return (
        <button
          key={name}
          type="button"
          class="chip"
          aria-label={`Remove the condition ${text}`}
          onClick={() => {
            onChange(withoutCondition(conditions, name))
          }}
        >
          <span dir="auto">{text}</span> <span aria-hidden="true">×</span>
        </button>
      )
    })}
  </>
)

/** Asks for a condition: a field, an operator and a value. `onClose` is called when one was added. */
export function NewCondition({
  fields,
  conditions,
  onChange,
  onClose,
}: ConditionsProps & { onClose: () => void }) {
  return Object.keys(conditions).length >= maxFieldConditions ? (
    <p>At most {maxFieldConditions} conditions: remove one first.</p>
  ) : (
    <ConditionForm
      fields={fields}
      onAdd={(name, value) => {
        onChange(withCondition(conditions, name, value))
        onClose()
      }}
    />
  )
}

/** What is said without a value, by the type of the field. */
const missing: Partial<Record<Field['type'], string>> = {
  number: 'Give a number.',
  member: 'Give the e-mail address of a member.',
}

interface ConditionFormProps {
  fields: readonly Field[]
  onAdd: (name: string, value: string) => void
}

function ConditionForm({ fields, onAdd }: ConditionFormProps) {
  const [key, setKey] = useState(fields[0]?.key ?? '')
  const [chosen, setChosen] = useState(0)
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState('')
  const field = fields.find((one) => one.key === key)
  const choices = field ? choicesOf(field) : []
  const choice = choices[chosen] ?? choices[0]
  if (!field || !choice) return null
  const submit = (form: HTMLFormElement) => {
    const isBad = form.querySelector<HTMLInputElement>('[name=value]')?.validity.badInput === true
    const value = choice.value ?? (field.type === 'datetime' ? (timeOfInput(typed) ?? '') : typed.trim())
    if (isBad || value === '') setProblem(missing[field.type] ?? 'Give a value.')
    else onAdd(choice.operator === undefined ? key : `${key}.${choice.operator}`, value)
  }
  return (
    <form
      class="field-filter"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit(event.currentTarget)
      }}
    >
      <label class="field">
        <span>Field</span>
        <select
          dir="auto"
          value={key}
          onChange={({ currentTarget }) => {
            setKey(currentTarget.value)
            setChosen(0)
            setTyped('')
            setProblem('')
          }}
        >
          {fields.map((one) => (
            <option key={one.key} value={one.key} selected={one.key === key}>
              {one.label}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        <span>Condition</span>
        <select
          value={String(chosen)}
          onChange={({ currentTarget }) => {
            setChosen(currentTarget.selectedIndex)
          }}
        >
          {choices.map(({ words }, index) => (
            <option key={words} value={String(index)} selected={index === chosen}>
              {words}
            </option>
          ))}
        </select>
      </label>
      {choice.value === undefined && <ValueOf field={field} value={typed} onEdit={setTyped} />}
      <Problem text={problem} />
      <button type="submit" class="primary">
        Filter
      </button>
    </form>
  )
}

interface ValueOfProps {
  field: Field
  value: string
  onEdit: (value: string) => void
}

function ValueOf({ field: { type, options: own }, value, onEdit }: ValueOfProps) {
  const members = useMembers(type === 'member')?.data
  const options = type === 'member' ? members?.map(({ email }) => ({ value: email, label: email })) : own
  const edit = ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLSelectElement }) => {
    onEdit(currentTarget.value)
  }
  const inputTypes: Partial<Record<Field['type'], string>> = {
    ...{ date: 'date', datetime: 'datetime-local', number: 'number', member: 'email' },
  }
  return (
    <label class="field">
      <span>Value</span>
      {options ? (
        <select name="value" dir="auto" value={value} onChange={edit}>
          <option value="">Choose one</option>
          {options.map((option) => (
            <option key={option.value} value={option.value} selected={option.value === value}>
              {option.label}
            </option>
          ))}
        </select>
      ) : (
        <input
          name="value"
          dir="auto"
          autoComplete="off"
          type={inputTypes[type] ?? 'text'}
          step={type === 'number' ? 'any' : undefined}
          value={value}
          onInput={edit}
        />
      )}
    </label>
  )
}
