import { describe, expect, it } from 'vitest'
import { interpret } from '../../../lib/forms/receive.ts'

const mostCharacters = 256 * 1024

const long = 'n'.repeat(30_000)
const tallyField = (field: object) => ({
  eventType: 'FORM_RESPONSE',
  data: { responseId: 'r', fields: [field] },
})
const options = [{ id: 'a', text: long }]

/** Bodies of at most 64 KiB that say one long text again and again. */
const bombs = {
  'a long name above many values': {
    [long]: Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [n, 'x'])),
  },
  'a long name above more lists than fields are kept': { [long]: [...Array<[]>(10_000).fill([]), {}] },
  'a choice that is picked many times': tallyField({
    ...{ key: 'q', label: 'Q', type: 'CHECKBOXES', options },
    value: Array(800).fill('a'),
  }),
  'a matrix with the same long column': tallyField({
    ...{ key: 'q', label: 'Q', type: 'MATRIX', columns: options },
    rows: Array.from({ length: 300 }, (_, n) => ({ id: `r${n}`, text: 'row' })),
    value: Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`r${n}`, ['a']])),
  }),
  'many answers to a question with a long title': {
    form_response: {
      token: 't',
      definition: { fields: [{ id: 'q', title: long }] },
      answers: Array(500).fill({ type: 'text', text: 'x', field: { id: 'q' } }),
    },
  },
}

describe('a small body that says much', () => {
  it.each(Object.entries(bombs))('keeps its fields bounded: %s', async (_, payload) => {
    const bytes = Buffer.from(JSON.stringify(payload))
    expect(bytes.length).toBeLessThanOrEqual(64 * 1024)
    const request = { headers: { 'content-type': 'application/json' }, bytes }
    const receipt = await interpret({ name: 'Contact' }, request, 0)
    if (receipt.outcome !== 'task') throw new Error(`It came to ${receipt.outcome}.`)
    const characters = receipt.fields.reduce(
      (sum, { key, label, value }) => sum + key.length + label.length + value.length,
      0,
    )
    expect(characters).toBeLessThanOrEqual(mostCharacters)
    expect(receipt.truncated).toBe(true)
  })
})
