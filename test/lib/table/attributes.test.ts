import { assertType, describe, expect, it } from 'vitest'
import {
  changedAttributes,
  newAttributes,
  withChanges,
  type AttributeNames,
  type Complete,
  type Kept,
} from '../../../lib/table/attributes.ts'

interface Body {
  label: string
  dueAt?: string | null | undefined
}

interface Answer {
  label: string
  due_at: string | null
  external_id?: string | undefined
}

type Item = Kept<Answer>

const names = { label: 'label', dueAt: 'due_at' } as const satisfies AttributeNames<Body, Item>

describe('the attributes of a new item', () => {
  it('are those of the fields that have a value', () => {
    expect(newAttributes(names, { label: 'Call Ada', dueAt: null })).toStrictEqual({ label: 'Call Ada' })
    expect(newAttributes(names, { label: 'Call Ada', dueAt: undefined })).toStrictEqual({ label: 'Call Ada' })
    expect(newAttributes(names, { label: '', dueAt: 'soon' })).toStrictEqual({ label: '', due_at: 'soon' })
  })
})

describe('the attributes of a change', () => {
  it('are those of the fields that are given, without a value for null', () => {
    expect(changedAttributes(names, {})).toStrictEqual({})
    expect(changedAttributes(names, { label: undefined, dueAt: null })).toStrictEqual({ due_at: undefined })
    expect(changedAttributes(names, { label: 'Call Ada', other: 1 })).toStrictEqual({ label: 'Call Ada' })
  })

  it('replace or take away those of an item', () => {
    const before: Item = { label: 'Call Ada', due_at: 'soon' }
    expect(withChanges(before, { label: 'Call Bob' })).toStrictEqual({ label: 'Call Bob', due_at: 'soon' })
    expect(withChanges(before, { due_at: undefined })).toStrictEqual({ label: 'Call Ada' })
  })
})

// checked by `tsc`: where an error is expected and does not come, that is an error
describe('the compiler', () => {
  it('takes names for every field', () => {
    assertType<AttributeNames<Body, Item>>(names)
    assertType<Item>(newAttributes(names, { label: 'Call Ada', dueAt: null }))
  })

  it('refuses a field that no attribute keeps', () => {
    // @ts-expect-error -- dueAt is missing
    assertType<AttributeNames<Body, Item>>({ label: 'label' })
  })

  it('refuses an attribute that the item does not have', () => {
    // @ts-expect-error -- there is no due
    assertType<AttributeNames<Body, Item>>({ label: 'label', dueAt: 'due' })
  })

  it('refuses an attribute of another type', () => {
    // @ts-expect-error -- a text is no number
    assertType<AttributeNames<{ label: string }, { count: number }>>({ label: 'count' })
  })

  it('refuses an attribute that must be there for a field that may be null', () => {
    // @ts-expect-error -- null would take away the label
    assertType<AttributeNames<Body, Item>>({ label: 'label', dueAt: 'label' })
  })

  it('refuses a name for a field that the body does not have', () => {
    // @ts-expect-error -- there is no startAt
    assertType<AttributeNames<Body, Item>>({ label: 'label', dueAt: 'due_at', startAt: 'due_at' })
  })

  it('refuses an item that its body does not fill', () => {
    // @ts-expect-error -- the label is missing
    assertType<Item>(newAttributes(names, { dueAt: 'soon' }))
  })

  it('refuses an answer that leaves out a field, also one that may be absent', () => {
    // @ts-expect-error -- external_id is missing
    assertType<Complete<Answer>>({ label: 'Call Ada', due_at: null })
  })
})
