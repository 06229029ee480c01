import type { Field, Task } from '../../../client/src/index.ts'
import { fieldText, fieldValueOf, isDated, isOverdue, type FieldValue } from '../ui/field-value.ts'

/** The most chips of a card. The dialog of a task shows all values. */
const mostChips = 3

interface Chip {
  field: Field
  value: FieldValue
  isLate: boolean
}

/**
 * The values of a task on its card: overdue ones first, then in the order of the fields. An unticked box is not shown.
 */
export const chipsOf = (task: Task, fields: readonly Field[]): Chip[] =>
  task.fields === undefined
    ? []
    : fields
        .flatMap((field): Chip[] => {
          const value = fieldValueOf(task, field.key)
          return value === undefined || value === false
            ? []
            : [{ field, value, isLate: isOverdue(field, value, task.status) }]
        })
        .toSorted((one, other) => Number(other.isLate) - Number(one.isLate))
        .slice(0, mostChips)

/** The colour of a chosen option. */
const colorOf = ({ options = [] }: Field, value: FieldValue): string | undefined =>
  options.find((option) => option.value === value || (Array.isArray(value) && value[0] === option.value))
    ?.color

/** The first letters of an address, `al` for ada.lovelace@example.com, or its first characters. The style shows capitals. */
const initialsOf = (email: string): string => (email.match(/\b[a-z](?=.*@)/gi)?.join('') ?? email).slice(0, 2)

/** @param isNamed whether the name of its field is shown: of several dates, a value alone does not say which it is */
function Value({ field, value, isLate, isNamed }: Chip & { isNamed: boolean }) {
  const text = value === true ? field.label : fieldText(field, value)
  const whole = value === true ? field.label : `${field.label}: ${text}`
  const color = colorOf(field, value)
  const isPerson = field.type === 'member'
  return (
    <li
      class={`chip${isLate ? ' is-late' : ''}${isDated(field) ? ' is-dated' : ''}${isPerson ? ' is-person' : ''}`}
      title={whole}
    >
      {color !== undefined && <span class={`dot dot-${color}`} aria-hidden="true" />}
      <span class={isNamed ? 'chip-name' : 'visually-hidden'} dir="auto">
        {value === true ? '' : `${field.label}: `}
      </span>
      {isLate && 'Overdue: '}
      <span class={isPerson ? 'visually-hidden' : 'chip-text'} dir="auto">
        {text}
      </span>
      {isPerson && <span aria-hidden="true">{initialsOf(text)}</span>}
    </li>
  )
}

/** Up to three values of a card's task. A date that has passed stands out by its words. */
export function Chips({ task, fields }: { task: Task; fields: readonly Field[] }) {
  const chips = chipsOf(task, fields)
  if (chips.length === 0) return null
  const hasDates = fields.filter(isDated).length > 1
  return (
    <ul class="chips" aria-label="Fields">
      {chips.map((chip) => (
        <Value key={chip.field.key} {...chip} isNamed={hasDates && isDated(chip.field)} />
      ))}
    </ul>
  )
}
