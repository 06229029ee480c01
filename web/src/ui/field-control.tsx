import { useEffect, useRef, useState } from 'preact/hooks'
import type { Field } from '../../../client/src/index.ts'
import {
  maxFieldNumber,
  maxFieldTextCharacters,
  maxFieldUrlCharacters,
  maxSelectedOptions,
} from '../../../lib/contract/limits.ts'
import { useMembers } from '../data/members.ts'
import { ownMember, type MemberName } from '../data/own-member.ts'
import { useValue } from '../data/use-value.ts'
import { Choice } from './choice.tsx'
import { minuteOf } from './day.ts'
import { fieldText, type FieldValue } from './field-value.ts'
import { formatCount } from './format.ts'
import { Problem } from './setting-fields.tsx'
import { tooLongText } from './too-long.ts'
import { useId } from './use-id.ts'

interface FieldControlProps {
  field: Field
  value: FieldValue | undefined
  /** The accessible name, if the label of the field is not enough. */
  name?: string
  /** Whether the name is for screen readers only. */
  isNameHidden?: boolean
  /** Whether Escape saves what was typed, as leaving the control does. Otherwise it takes it back. */
  isSavedByEscape?: boolean
  /** @param value null removes the value; `text` is the value in words */
  onChange: (value: FieldValue | null, text: string) => void
}

/** Whether a value is a member. */
const isMemberName = (value: FieldValue | undefined): value is MemberName =>
  typeof value === 'object' && !Array.isArray(value)

/**
 * Edits the value of a field with the browser's own control for its type. A complete value is reported once, when it is
 * chosen or left.
 */
export function FieldControl({
  field,
  value,
  name = field.label,
  isNameHidden,
  isSavedByEscape = false,
  onChange,
}: FieldControlProps) {
  const tell = (next: FieldValue | null) => {
    onChange(next, next === null ? 'None' : fieldText(field, next))
  }
  const shared = { field, value, name, isNameHidden: isNameHidden ?? false, onTell: tell }
  switch (field.type) {
    case 'checkbox':
      return (
        <label class="field field-check">
          <input
            type="checkbox"
            checked={value === true}
            onChange={({ currentTarget }) => {
              tell(currentTarget.checked)
            }}
          />
          <span class={isNameHidden ? 'visually-hidden' : undefined}>{name}</span>
        </label>
      )
    case 'select':
      return <OneOption {...shared} />
    case 'multi_select':
      return <SomeOptions {...shared} />
    case 'member':
      return <Person {...shared} isSavedByEscape={isSavedByEscape} />
    default:
      return <Typed {...shared} isSavedByEscape={isSavedByEscape} />
  }
}

interface ControlProps {
  field: Field
  value: FieldValue | undefined
  name: string
  isNameHidden: boolean
  onTell: (value: FieldValue | null) => void
}

interface TypedProps extends ControlProps {
  isSavedByEscape: boolean
}

const removedText = (value: string) => `${value} (no longer an option)`

/** The options of a field, and removed options that the task still has. */
function optionsWith({ options = [] }: Field, values: readonly string[]) {
  const removed = values.filter((value) => !options.some((option) => option.value === value))
  return [
    ...options.map(({ value, label }) => ({ id: value, label, isRemoved: false })),
    ...removed.map((value) => ({ id: value, label: removedText(value), isRemoved: true })),
  ]
}

function OneOption({ field, value, name, isNameHidden, onTell }: ControlProps) {
  const chosen = typeof value === 'string' ? value : ''
  return (
    <Choice
      name={name}
      isNameHidden={isNameHidden}
      value={chosen}
      // no option has an empty value
      options={[{ id: '', label: 'None' }, ...optionsWith(field, chosen === '' ? [] : [chosen])]}
      onChoose={(id) => {
        onTell(id === '' ? null : id)
      }}
    />
  )
}

function SomeOptions({ field, value, name, isNameHidden, onTell }: ControlProps) {
  const chosen = Array.isArray(value) ? value : []
  const isFull = chosen.length >= maxSelectedOptions
  return (
    <fieldset class="field field-options">
      <legend class={isNameHidden ? 'visually-hidden' : undefined}>{name}</legend>
      {optionsWith(field, chosen).map(({ id, label }) => (
        <label key={id} class="field-option" dir="auto">
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            disabled={isFull && !chosen.includes(id)}
            onChange={({ currentTarget }) => {
              const ticked = currentTarget.checked ? [...chosen, id] : chosen.filter((other) => other !== id)
              // the service takes no removed option again
              const next = optionsWith(field, ticked).filter(
                (one) => !one.isRemoved && ticked.includes(one.id),
              )
              onTell(next.length === 0 ? null : next.map((one) => one.id))
            }}
          />
          {label}
        </label>
      ))}
      {isFull && <p class="muted">At most {maxSelectedOptions} can be chosen.</p>}
    </fieldset>
  )
}

/** A member: chosen from a list, or typed where the session may not list members. */
function Person(props: TypedProps) {
  const { value, name, isNameHidden, onTell } = props
  const query = useMembers()
  const own = useValue(ownMember)
  if (!query || query.isError) return <Typed {...props} />
  const members: readonly MemberName[] = query.data ?? []
  const chosen = isMemberName(value) ? value : undefined
  const isGone = query.data !== undefined && !members.some(({ email }) => email === chosen?.email)
  const labelOf = (email: string) => (email === own?.email ? `${email} (you)` : email)
  return (
    <Choice
      name={name}
      isNameHidden={isNameHidden}
      value={chosen?.email ?? ''}
      options={[
        { id: '', label: 'None' },
        ...members.map(({ email }) => ({ id: email, label: labelOf(email) })),
        ...(chosen && (isGone || !query.data)
          ? [{ id: chosen.email, label: isGone ? `${chosen.email} (no longer a member)` : chosen.email }]
          : []),
      ]}
      onChoose={(email) => {
        const member = members.find((one) => one.email === email)
        onTell(member ? { id: member.id, email } : null)
      }}
    />
  )
}

const inputTypes = {
  member: 'email',
  text: 'text',
  url: 'url',
  number: 'number',
  date: 'date',
  datetime: 'datetime-local',
} as const
type TypedType = keyof typeof inputTypes

/** A value as the browser's control wants it: a time as local time. */
function inputText(type: Field['type'], value: FieldValue | undefined): string {
  if (value === undefined) return ''
  if (isMemberName(value)) return value.email
  return type === 'datetime' ? minuteOf(new Date(String(value))) : String(value)
}

/** Reads what stands in a control. */
function readInput(
  type: Field['type'],
  { value, validity }: HTMLInputElement,
): { value: FieldValue | null } | { problem: string } {
  const text = value.trim()
  if (validity.badInput) {
    return { problem: type === 'number' ? 'This is not a number.' : 'This is not a whole date.' }
  }
  if (text === '') return { value: null }
  if (type === 'number') {
    const isWithin = Math.abs(Number(text)) <= maxFieldNumber
    return isWithin ? { value: Number(text) } : { problem: `At most ${formatCount(maxFieldNumber)}.` }
  }
  if (type === 'datetime') return { value: new Date(text).toISOString() }
  if (type === 'url') {
    const url = URL.parse(text)
    if (!url || !['http:', 'https:'].includes(url.protocol))
      return { problem: 'An address begins with http:// or https://.' }
    const problem = tooLongText(url.href, maxFieldUrlCharacters)
    return problem === undefined ? { value: text } : { problem }
  }
  // the service knows its id
  if (type === 'member')
    return text.includes('@')
      ? { value: { id: '', email: text } }
      : { problem: 'Type the e-mail address of a member.' }
  const problem = tooLongText(text, maxFieldTextCharacters)
  return problem === undefined ? { value: text } : { problem }
}

/** What was typed into a control and is not told yet. */
function useEntry(type: TypedType, value: FieldValue | undefined, onTell: ControlProps['onTell']) {
  const input = useRef<HTMLInputElement>(null)
  const [held, setHeld] = useState<string>()
  const [problem, setProblem] = useState<string>()
  // not `held`: a view that closes on Enter is gone before that is empty, and would report the value again
  const isToTell = useRef(false)
  const takeBack = () => {
    isToTell.current = false
    setHeld(undefined)
    setProblem(undefined)
  }
  /** Returns whether nothing is left that is refused. */
  const commit = (): boolean => {
    if (!isToTell.current || !input.current) return true
    const read = readInput(type, input.current)
    if ('problem' in read) {
      setProblem(read.problem)
      return false
    }
    takeBack()
    if (inputText(type, read.value ?? undefined) !== inputText(type, value)) onTell(read.value)
    return true
  }
  const last = useRef(commit)
  last.current = commit
  // a closing view does not lose the entered value
  useEffect(
    () => () => {
      last.current()
    },
    [],
  )
  const hold = (text: string) => {
    isToTell.current = true
    setHeld(text)
  }
  return { input, held, problem, hold, commit, takeBack }
}

/**
 * A control that is typed into. Its value counts on Enter, when the control is left, and when a date is picked with the
 * pointer. Escape takes it back, or saves it and goes on to what is around; a value that is refused stays, with the reason,
 * until Escape takes it back.
 */
function Typed({ field, value, name, isNameHidden, isSavedByEscape, onTell }: TypedProps) {
  const id = useId()
  const type = field.type as TypedType // the other types have controls of their own
  const isByKey = useRef(false)
  const { input, held, problem, hold, commit, takeBack } = useEntry(type, value, onTell)
  const described = [...(type === 'member' ? [`${id}-hint`] : []), ...(problem === undefined ? [] : [id])]
  return (
    <div class="field-with-hint">
      <label class="field">
        <span class={isNameHidden ? 'visually-hidden' : undefined}>{name}</span>
        <input
          ref={input}
          type={inputTypes[type]}
          value={held ?? inputText(type, value)}
          dir="auto"
          autoComplete="off"
          placeholder={type === 'member' ? 'name@example.com' : undefined}
          step={type === 'number' ? 'any' : undefined}
          aria-invalid={problem !== undefined}
          aria-describedby={described.join(' ') || undefined}
          onPointerDown={() => {
            isByKey.current = false
          }}
          onKeyDown={(event) => {
            isByKey.current = true
            if (held === undefined || (event.key !== 'Enter' && event.key !== 'Escape')) return
            const isSaved = event.key === 'Escape' && isSavedByEscape && problem === undefined && commit()
            if (isSaved) return // what is around closes, as without an entry
            event.preventDefault()
            event.stopPropagation()
            if (event.key === 'Enter') commit()
            else if (!isSavedByEscape || problem !== undefined) takeBack()
          }}
          onInput={({ currentTarget }) => {
            hold(currentTarget.value)
          }}
          onChange={() => {
            // the keys pass over many dates, the pointer picks one
            if (!isByKey.current && (type === 'date' || type === 'datetime')) commit()
          }}
          onBlur={commit}
        />
      </label>
      {type === 'member' && (
        <p id={`${id}-hint`} class={isNameHidden ? 'visually-hidden' : 'muted'}>
          Type the e-mail address of a member. Only administrators see the list of members.
        </p>
      )}
      <Problem id={id} text={problem} />
      {type === 'url' && typeof value === 'string' && held === undefined && (
        <a class="field-link" href={value} target="_blank" rel="noreferrer noopener" dir="auto">
          Open <span class="visually-hidden">{value}</span>
        </a>
      )}
    </div>
  )
}
