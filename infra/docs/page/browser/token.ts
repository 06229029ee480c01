import { element } from './dom.ts'

const fields: HTMLInputElement[] = []

/**
 * A field for the token. A token that is pasted into one form is in the fields of all. It is in their values and
 * nowhere else: no storage, no URL, no attribute.
 */
export function makeTokenField(): HTMLInputElement {
  const field = element('input', {
    type: 'password',
    placeholder: 'tsk_…',
    required: true,
    autocomplete: 'off',
    spellcheck: false,
    value: fields[0]?.value ?? '',
  })
  field.addEventListener('input', () => {
    for (const other of fields) if (other !== field) other.value = field.value
  })
  fields.push(field)
  return field
}

// a page that comes back out of the browser's memory begins anew, as one that is loaded does
addEventListener('pagehide', () => {
  for (const field of fields) field.value = ''
})
