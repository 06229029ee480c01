import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { description, externalId, label } from '../../../lib/contract/fields.ts'
import { type Mapping } from '../../../lib/forms/settings.ts'
import { checkMapping, findValue, mapSubmission, type MappingInput } from '../../../lib/forms/mapping.ts'
import { fillTemplate, parseTemplate } from '../../../lib/shared/template.ts'
import type { Submission } from '../../../lib/forms/reading.ts'
import { rounds } from '../../support/rounds.ts'

const receivedAtMs = Date.parse('2026-11-21T14:03:27Z')

const input = (
  values: Record<string, string>,
  document: object = values,
  rest: Partial<Submission> = {},
): MappingInput => ({
  submission: { fields: Object.entries(values).map(([key, value]) => ({ key, label: key, value })), ...rest },
  document,
  formName: 'Contact',
  receivedAtMs,
})

const map = (from: MappingInput, mapping?: Mapping) => {
  const mapped = mapSubmission(from, mapping)
  if ('reason' in mapped) throw new Error(`held: ${mapped.reason}`)
  return mapped
}

const reason = (from: MappingInput, mapping?: Mapping) => {
  const mapped = mapSubmission(from, mapping)
  return 'reason' in mapped ? mapped.reason : mapped
}

const ada = { name: 'Ada', city: '', message: 'Hello\nthere' }

describe('without a mapping', () => {
  it('a task has the first text as its label and every answered field below', () => {
    expect(map(input(ada, {}, { firstText: '  Hello\nthere ' }))).toEqual({
      task: { label: 'Hello there', description: 'name: Ada\nmessage: Hello\nthere' },
      truncated: false,
      warnings: [],
    })
  })

  it('and without a text, the name of the form and the time', () => {
    expect(map(input({})).task).toEqual({ label: 'Contact, 2026-11-21 14:03 UTC' })
    expect(map(input({}, {}, { submittedAt: '2025-01-02T03:04:05.000Z' })).task.label).toBe(
      'Contact, 2025-01-02 03:04 UTC',
    )
  })
})

describe('a mapping', () => {
  it('fills in its templates, and sets status and lane', () => {
    const mapping: Mapping = {
      label: 'From {{ name }} in {{city|default:nowhere}}',
      description: '{{message}}\n--\n{{all}}',
      externalId: 'crm-{{/customer/id}}',
      status: 1,
      workflowLaneId: '00000000-0000-0000-0000-000000000001',
    }
    expect(map(input(ada, { customer: { id: 7 } }), mapping)).toEqual({
      task: {
        label: 'From Ada in nowhere',
        description: 'Hello\nthere\n--\nname: Ada\nmessage: Hello\nthere',
        externalId: 'crm-7',
        status: 1,
        workflowLaneId: '00000000-0000-0000-0000-000000000001',
      },
      truncated: false,
      warnings: [],
    })
  })

  it('of which a part is left out has the rest as without it', () => {
    expect(map(input(ada, {}, { firstText: 'Ada' }), { status: 2 }).task).toEqual({
      label: 'Ada',
      description: 'name: Ada\nmessage: Hello\nthere',
      status: 2,
    })
    expect(map(input(ada), { label: 'x', description: '', externalId: '{{city}}' }).task).toEqual({
      label: 'x',
    })
  })

  it('never reads what it puts in as a template', () => {
    const values = { a: '{{b}}', b: '{{a}}{{all}}', c: '{{', d: 'b}}' }
    expect(map(input(values), { label: '{{a}} {{c}}{{d}} {{b}}' }).task.label).toBe(
      '{{b}} {{b}} {{a}}{{all}}',
    )
  })

  it('warns of what the submission lacks', () => {
    expect(map(input(ada), { label: 'x {{nobody}}', description: '{{/a/b}}{{city}}' }).warnings).toEqual([
      "The mapping's label names {{nobody}}, which this submission lacks.",
      "The mapping's description names {{/a/b}}, which this submission lacks.",
    ])
  })

  // RFC 6901, section 5, and what lies behind the own properties
  it.each([
    ['/foo', 'bar, baz'],
    ['/foo/0', 'bar'],
    ['/', '0'],
    ['/a~1b', '1'],
    ['/c%d', '2'],
    ['/ ', '7'],
    ['/m~0n', '8'],
    ['/foo/2', undefined],
    ['/foo/00', undefined],
    ['/foo/-', undefined],
    ['/foo/length', undefined],
    ['/constructor', undefined],
    ['/__proto__', undefined],
    ['/foo/0/length', undefined],
    ['/deep', 'x: yes; y: 1, 2'],
  ])('a JSON Pointer leads by own properties alone: %s', (pointer, value) => {
    const document = {
      foo: ['bar', 'baz'],
      '': 0,
      'a/b': 1,
      'c%d': 2,
      ' ': 7,
      'm~n': 8,
      deep: { x: true, y: [1, 2], z: null },
    }
    expect(findValue(input({}, document), pointer)).toBe(value)
  })

  it.each([
    [{ label: '{{name' }, 'label', 'has {{ without its }}: a placeholder is {{key}}, with no braces within'],
    [
      { label: 'a {{{{name}}}}' },
      'label',
      'has {{ without its }}: a placeholder is {{key}}, with no braces within',
    ],
    [
      { description: '{{ }}' },
      'description',
      'has {{}} without a name: write the key of a field, such as {{email}}',
    ],
    [
      { externalId: '{{name|upper}}' },
      'externalId',
      'has {{name|upper}}: after the | only default: is possible, as in {{email|default:none}}',
    ],
    [{ label: '{{/a~2}}' }, 'label', 'has {{/a~2}}: ~ in a JSON Pointer is written ~0, and / in a name ~1'],
    [{ label: ' ' }, 'label', 'must contain at least one visible character'],
    [{ label: 'x'.repeat(10_001) }, 'label', 'must be at most 10000 characters long'],
  ])('is refused when it cannot be read: %#', (mapping, path, message) => {
    expect(checkMapping(mapping)).toEqual([{ path, message }])
    expect(reason(input(ada), mapping)).toBe(`The mapping's ${path} ${message}.`)
  })

  it.each([
    {},
    { label: '{{all}}', description: '', externalId: '{{a|default:}}' },
    { label: '{x} }} {{a|default:b|c}}' },
  ])('is good: %j', (mapping) => {
    expect(checkMapping(mapping)).toEqual([])
  })
})

describe('a submission that does not fit', () => {
  it('is cut by code points, and says so', () => {
    const long = '🧑'.repeat(10_001)
    const { task, truncated } = map(input({ a: long }), { label: '{{a}}', description: '{{a}}' })
    expect(task.label).toBe(`${'🧑'.repeat(499)}…`)
    expect(task.description).toBe(`${'🧑'.repeat(9_999)}…`)
    expect(truncated).toBe(true)
    const fits = '🧑'.repeat(500)
    expect(map(input({ a: fits }), { label: '{{a}}' })).toMatchObject({
      task: { label: fits },
      truncated: false,
    })
  })

  it('is cut between two characters as people see them', () => {
    const families = '👨‍👩‍👧‍👦'.repeat(100)
    expect(map(input({ a: families }), { label: '{{a}}' }).task.label).toBe(`${'👨‍👩‍👧‍👦'.repeat(71)}…`)
  })

  const long = 'word '.repeat(200).trim()

  it.each<[string, Record<string, string>, Mapping, boolean]>([
    ['the description has the whole label', { a: long }, {}, false],
    ['the description has each answer of the label', { a: long, b: 'x' }, { label: '{{b}}: {{a}}' }, false],
    ['the description has all of them too', { a: long, b: 'x' }, { label: '{{all}}' }, false],
    ['only the fixed text of the label is too long', { a: 'x' }, { label: `{{a}} ${long}` }, false],
    ['the description repeats an answer too often', { a: long }, { description: '{{a}} '.repeat(30) }, false],
    ['the description lacks the label', { a: long, b: 'x' }, { label: '{{a}}', description: '{{b}}' }, true],
    ['the description is empty', { a: long }, { label: '{{a}}', description: '' }, true],
    ['the description is cut', { a: 'x', b: 'y'.repeat(10_001) }, {}, true],
    ['the description ends before an answer', { a: 'y'.repeat(9_990), b: 'x'.repeat(20) }, {}, true],
    [
      'its template ends before one',
      { a: long, b: 'x' },
      { description: `${'{{a}}'.repeat(50)}{{b}}!` },
      true,
    ],
  ])('says so only if something is lost: %s', (_, values, mapping, truncated) => {
    expect(map(input(values, {}, { firstText: values.a ?? '' }), mapping).truncated).toBe(truncated)
  })

  it('says so when fields were left out of what it takes', () => {
    const short = input(ada, {}, { omittedFields: 1 })
    expect(map(short).truncated).toBe(true)
    expect(map(short, { label: '{{all}}', description: '' }).truncated).toBe(true)
    expect(map(short, { label: '{{name}}', description: '{{message}}' }).truncated).toBe(false)
  })

  it('is held without a label', () => {
    expect(reason(input(ada), { label: '{{city}}' })).toBe(
      "The task's label must contain at least one visible character: look at the mapping's label.",
    )
  })

  it('is held with an external id that is too long: a cut one could be that of another task', () => {
    expect(reason(input({ a: 'x'.repeat(256), name: 'y' }), { externalId: '{{a}}' })).toBe(
      "The task's externalId must be at most 255 characters long: look at the mapping's externalId.",
    )
  })

  it('ends when it is long enough, however often a template repeats a long answer', () => {
    const parts = parseTemplate('{{all}}'.repeat(1400))
    expect(fillTemplate(parts, () => 'x'.repeat(60_000), 20_000)).toHaveLength(60_000)
  })
})

describe('whatever is mapped', () => {
  const text = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.constantFrom(
      '{{a}}',
      '{{',
      '}}',
      '\uD800',
      '\u200B',
      '__proto__',
      'x'.repeat(11_000),
      '🧑‍🧒'.repeat(300),
    ),
  )
  const template = fc
    .array(
      fc.oneof(
        fc.constantFrom('{{a}}', '{{all}}', '{{/a}}', '{{b|default:x}}', '{{', '}}', '|', '/', '~'),
        text,
      ),
    )
    .map((parts) => parts.join(''))
  const mapping = fc.record(
    { label: template, description: template, externalId: template },
    { requiredKeys: [] },
  )

  it('it is a task that the contract takes, or a reason', () => {
    fc.assert(
      fc.property(
        mapping,
        fc.dictionary(text, text),
        fc.jsonValue(),
        fc.option(text),
        (rules, values, document, firstText) => {
          const from = input(values, { a: document }, firstText === null ? {} : { firstText })
          const mapped = mapSubmission(from, rules)
          if ('reason' in mapped) {
            expect(mapped.reason).not.toBe('')
            return
          }
          const { task } = mapped
          expect(label.parse(task.label)).toBe(task.label)
          expect(description.parse(task.description ?? '')).toBe(task.description ?? '')
          expect(externalId.parse(task.externalId ?? 'none')).toBe(task.externalId ?? 'none')
        },
      ),
      { numRuns: rounds(200) },
    )
  })

  it('a good template is filled in word by word', () => {
    const word = fc.string({ maxLength: 10 }).filter((each) => !/[{}]/.test(each) && !each.includes('|'))
    const value = fc.string({ minLength: 1, maxLength: 10 }).filter((each) => each.trim() !== '')
    fc.assert(
      fc.property(word, value, word, (before, filled, after) => {
        const { task } = map(input({ key: filled }), { label: 'x', description: `${before}{{key}}${after}` })
        expect(task.description).toBe(before + filled + after)
      }),
    )
  })
})
