import type { Field } from '../../../client/src/index.ts'
import { Some } from '../ui/all-or-some.tsx'
import { isDated } from '../ui/field-value.ts'
import { Choice, Problem, Text } from '../ui/setting-fields.tsx'
import { optionsOf, textOfOptions, type ValueTexts } from './values.ts'
import { problemAt, type Problems } from './words.ts'
import { useId } from '../ui/use-id.ts'

interface ValueFieldProps {
  field: Field
  name?: string
  hint?: string
  text: string
  problem: string | undefined
  onEdit: (text: string) => void
}

/** Edits the value that a rule gives a field, or asks for. Empty: none. */
export function ValueField({ field, name = field.label, hint, text, problem, onEdit }: ValueFieldProps) {
  const options = (field.options ?? []).map(({ value, label }) => ({ id: value, label }))
  const id = useId()
  if (field.type === 'multi_select')
    return (
      <fieldset class="check-group" aria-describedby={problem === undefined ? undefined : id}>
        <legend>{name}</legend>
        <Some
          options={options}
          chosen={optionsOf(text)}
          onChoose={(chosen) => {
            onEdit(textOfOptions(chosen))
          }}
        />
        <Problem id={id} text={problem} />
      </fieldset>
    )
  if (field.type !== 'select' && field.type !== 'checkbox')
    return <Text {...{ name, value: text, problem, onEdit, ...(hint !== undefined && { hint }) }} />
  const choices =
    field.type === 'select'
      ? options
      : [
          { id: 'true', label: 'Yes' },
          { id: 'false', label: 'No' },
        ]
  return <Choice {...{ name, value: text, problem, onEdit }} options={[{ id: '', label: '–' }, ...choices]} />
}

interface ValueFieldsProps {
  fields: readonly Field[]
  values: ValueTexts
  problems: Problems
  /** Of the values, in the API. */
  path: string
  onEdit: (values: ValueTexts) => void
}

/** The values that a rule gives the account's own fields: dates first, the others on request. */
export function ValueFields({ fields, values, problems, path, onEdit }: ValueFieldsProps) {
  const inputOf = (field: Field) => (
    <ValueField
      key={field.key}
      field={field}
      text={values[field.key] ?? ''}
      problem={problemAt(problems, `${path}.${field.key}`)}
      {...(isDated(field) && { hint: 'Days after the run, such as 2; or a date.' })}
      onEdit={(text) => {
        onEdit({ ...values, [field.key]: text })
      }}
    />
  )
  const others = fields.filter((field) => !isDated(field))
  const isOpen = others.some(({ key }) => (values[key] ?? '') !== '')
  return (
    <>
      <div class="place-fields">{fields.filter(isDated).map(inputOf)}</div>
      {others.length > 0 && (
        <details open={isOpen}>
          <summary>Other fields</summary>
          <div class="place-fields">{others.map(inputOf)}</div>
        </details>
      )}
    </>
  )
}
