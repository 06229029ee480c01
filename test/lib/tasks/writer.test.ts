import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Origin } from '../../../lib/tasks/origin.ts'
import {
  decodeWriter,
  encodeFormWriter,
  encodeWriter,
  formOf,
  withOrigin,
  writtenBy,
} from '../../../lib/tasks/writer.ts'

const idOrNone = fc.option(fc.uuid())
const originId = fc.stringMatching(/^[A-Za-z0-9._-]{1,64}$/)

const origins: fc.Arbitrary<Origin> = fc.oneof(
  fc.record({
    via: fc.constantFrom('api' as const, 'import' as const, 'mcp' as const, 'revert' as const),
    token_id: idOrNone,
    origin_id: fc.option(originId),
    member_id: idOrNone,
    rule_id: fc.constant(null),
  }),
  fc.record({
    via: fc.constant('rule' as const),
    token_id: fc.constant(null),
    origin_id: fc.constant(null),
    member_id: fc.constant(null),
    rule_id: fc.uuid(),
  }),
)

describe('the attribute writer', () => {
  it('of a form keeps which form it was, and names no token', () => {
    fc.assert(
      fc.property(fc.uuid(), (formId) => {
        const writer = encodeFormWriter(formId)
        expect(formOf(writer)).toBe(formId)
        expect(decodeWriter(writer)).toEqual({
          ...{ via: 'form', token_id: null, origin_id: null, member_id: null, rule_id: null },
        })
      }),
    )
  })

  it('stands for its origin', () => {
    fc.assert(
      fc.property(origins, (origin) => {
        expect(decodeWriter(encodeWriter(origin))).toEqual(origin)
      }),
    )
  })

  it('of a rule is a letter and its id in base 62, which no filter of a token or an origin finds', () => {
    fc.assert(
      fc.property(fc.uuid(), originId, (id, name) => {
        const rule = { via: 'rule', token_id: null, origin_id: null, member_id: null, rule_id: id } as const
        const writer = encodeWriter(rule)
        expect(writer).toMatch(/^r[0-9A-Za-z]{16,22}:$/)
        const token = { token_id: id, member_id: null }
        expect(writtenBy(token).filter((prefix) => writer.startsWith(prefix))).toEqual([])
        expect(writer).not.toContain(withOrigin(name))
      }),
    )
  })

  it.each([
    [undefined, null],
    ['x2QnRVlvZeIUR3uYyOjVzRG:', null],
    // what releases before rules have written
    ['f:', { via: 'form', token_id: null, origin_id: null, member_id: null, rule_id: null }],
    [
      'a2QnRVlvZeIUR3uYyOjVzRG:crm:',
      {
        via: 'api',
        token_id: expect.any(String) as string,
        origin_id: 'crm',
        member_id: null,
        rule_id: null,
      },
    ],
  ])('%s is read as %o', (writer, origin) => {
    expect(decodeWriter(writer)).toEqual(origin)
  })
})
