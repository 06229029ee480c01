import type { TryOperation, TryParameter } from '../try-data.ts'
import { makeAnswer } from './answer.ts'
import { confirmed } from './confirm.ts'
import { element } from './dom.ts'
import { requestOf } from './request.ts'
import { makeTokenField } from './token.ts'

const label = (text: string, note: string, field: HTMLElement) =>
  element('label', {}, element('span', {}, element('code', { textContent: text }), ` ${note}`), field)

/** A choice of the values that there are, or a field for text. */
function valueField({ example = '', options, required: isRequired }: TryParameter) {
  const required = isRequired === true
  if (options) {
    const choices = ['', ...options].map((value) => element('option', { value, textContent: value }))
    return element('select', { required }, ...choices)
  }
  const text = { type: 'text', placeholder: example, autocomplete: 'off', spellcheck: false } as const
  return element('input', { ...text, required })
}

function parameterField(parameter: TryParameter) {
  const { name, in: place, isList, required } = parameter
  const input = valueField(parameter)
  const notes = [place, ...(required ? ['required'] : []), ...(isList ? ['several with commas'] : [])]
  return { input, label: label(name, notes.join(', '), input) }
}

function bodyField(sample: unknown): HTMLTextAreaElement {
  const value = JSON.stringify(sample, null, 2)
  return element('textarea', { value, rows: value.split('\n').length, spellcheck: false })
}

/** The form of an operation: token, parameters, body; below it the answer. */
export function makeForm(baseUrl: string, operation: TryOperation, headers: string[]): HTMLFormElement {
  const token = operation.isPublic ? undefined : makeTokenField()
  const fields = operation.parameters.map((parameter) => ({ parameter, ...parameterField(parameter) }))
  const body = 'body' in operation ? bodyField(operation.body) : undefined
  const answer = makeAnswer(headers)
  const form = element(
    'form',
    { autocomplete: 'off', ariaLabel: operation.summary },
    ...(token ? [label('Token', 'required, never stored', token)] : []),
    ...fields.map((field) => field.label),
    ...(body ? [label('Body', 'JSON', body)] : []),
    element('button', { textContent: 'Send' }),
    answer.element,
  )

  async function send(): Promise<void> {
    const values = fields.map(({ parameter, input }) => ({ parameter, value: input.value.trim() }))
    const request = requestOf(baseUrl, operation, values, token?.value.trim(), body?.value)
    if (operation.method === 'DELETE' && !(await confirmed(operation.summary, request))) return
    await answer.show(request)
  }

  let isBusy = false
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (isBusy) return
    isBusy = true
    send()
      .catch((error: unknown) => {
        answer.fail(error)
      })
      .finally(() => {
        isBusy = false
      })
  })
  return form
}
