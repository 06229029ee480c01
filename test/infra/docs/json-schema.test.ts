import { describe, expect, it } from 'vitest'
import type { Schema } from '../../../infra/docs/openapi/types.ts'
import { isValid } from '../../support/json-schema.ts'

const components: Record<string, Schema> = { Name: { type: 'string', minLength: 2 } }
const object: Schema = {
  type: 'object',
  properties: {
    name: { $ref: '#/components/schemas/Name' },
    list: { type: 'array', items: { type: 'integer' } },
  },
  required: ['name'],
  additionalProperties: false,
}

describe('the validator of the conformance tests', () => {
  it.each<[unknown, Schema, boolean]>([
    [{ name: 'Ada' }, object, true],
    [{ name: 'Ada', list: [1, 2] }, object, true],
    [{ name: 'A' }, object, false],
    [{ list: [] }, object, false],
    [{ name: 'Ada', list: [1.5] }, object, false],
    [{ name: 'Ada', other: 1 }, object, false],
    [null, object, false],
    [[], object, false],
    [null, { type: ['string', 'null'] }, true],
    ['x', { enum: ['x', 1] }, true],
    ['y', { enum: ['x', 1] }, false],
    [true, { const: true }, true],
    ['ab', { pattern: '^b' }, false],
    ['💡', { maxLength: 1 }, true],
    [[1, 2], { maxItems: 1 }, false],
    [[], { minItems: 1 }, false],
    [0, { minimum: 1 }, false],
    [101, { maximum: 100 }, false],
    [1, { anyOf: [{ type: 'string' }, { type: 'integer' }] }, true],
    [1, { oneOf: [{ type: 'number' }, { type: 'integer' }] }, false],
    [1, { not: { type: 'string' } }, true],
  ])('holds %j against %j: %s', (value, schema, expected) => {
    expect(isValid(value, schema, components)).toBe(expected)
  })

  it('throws for what it does not know', () => {
    expect(() => isValid(1, { multipleOf: 2 }, components)).toThrow('multipleOf')
    expect(() => isValid(1, { $ref: '#/components/schemas/None' }, components)).toThrow('None')
  })
})
