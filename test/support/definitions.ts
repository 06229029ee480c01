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
