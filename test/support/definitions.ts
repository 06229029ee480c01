import { expect } from 'vitest'
import type { Field } from '../../lib/fields/field.ts'
import type { Definitions } from '../../lib/fields/definitions.ts'
import { accountPartition } from '../../lib/table/item.ts'
import { get } from '../../lib/table/read-items.ts'
import { put } from '../../lib/table/write-items.ts'
import type { TestTenant } from './tenant.ts'

const now = new Date().toISOString()

/** A field as it is stored. */
export const storedField = (field: Partial<Field> & Pick<Field, 'key' | 'type'>): Field => ({
  ...{ label: field.key, created_at: now, updated_at: now },
  ...field,
})

interface Definition {
  key: string
  label?: string
  type: string
  options?: object[]
}

/** The definitions of fields of every type; `options`: those of the two types that have some. */
export const ofEveryType = (options: object[]): Definition[] => [
  { key: 'customer', type: 'text' },
  { key: 'estimate', type: 'number' },
  { key: 'billable', type: 'checkbox' },
  { key: 'due', type: 'date' },
  { key: 'meeting', type: 'datetime' },
  { key: 'priority', type: 'select', options },
  { key: 'tags', type: 'multi_select', options },
  { key: 'link', type: 'url' },
]

/** Creates fields, labelled with their keys unless they have labels. Returns the tenant. */
export async function defineFields(
  tenant: TestTenant,
  definitions: readonly Definition[],
): Promise<TestTenant> {
  for (const one of definitions) {
    const { status } = await tenant.send('POST', '/fields', { body: { label: one.key, ...one } })
    expect(status).toBe(201)
  }
  return tenant
}

/**
 * Changes the definitions of an account as another container does: this one goes on with what it has cached.
 * @param change returns the new fields
 */
export async function changeFieldsElsewhere(
  tenant: TestTenant,
  change: (fields: Field[]) => Field[],
): Promise<void> {
  const key = { pk: accountPartition(tenant.accountId), sk: 'FIELDS' }
  const storage = { ...tenant, deadlineMs: Date.now() + 10_000 }
  const item = (await get(storage, key)) as (Definitions & { version: number }) | undefined // no other item has the key
  const { fields = [], retired = [], version = 0 } = item ?? {}
  await put(storage, {
    Item: { ...key, fields: change(fields), retired, version: version + 1, write_id: 'elsewhere' },
  })
}
