import { externalIdOf } from '../contract/fields.ts'
import { inParallel } from '../table/in-parallel.ts'
import { hasExpired } from '../table/item.ts'
import { get } from '../table/read-items.ts'
import type { Tenant } from '../table/tenant.ts'
import { anyTask, namedId, taskKey } from './task-item.ts'

/** Lookups that are made at once. */
const parallel = 10

/**
 * The id of a task with an external id. External ids that differ only in their Unicode form are one, so the id is
 * computed from the composed form (NFC): https://www.unicode.org/reports/tr15/
 */
export const idOfExternal = (tenant: Pick<Tenant, 'accountId'>, externalId: string): string =>
  namedId(tenant, 'external-id', externalId.normalize('NFC'))

/**
 * The same for a task that an earlier release may have made: it computed the id from the text as it was sent. So if the
 * text has other forms, the tasks of those that people send are looked up; that of the same text comes first.
 */
export async function findIdOfExternal(tenant: Tenant, externalId: string): Promise<string> {
  const composed = externalId.normalize('NFC')
  const forms = [...new Set([externalId, composed, composed.normalize('NFD')])]
  if (forms.length === 1) return idOfExternal(tenant, externalId)
  const ids = forms.map((form) => namedId(tenant, 'external-id', form))
  const items = await Promise.all(ids.map((id) => get(tenant, taskKey(tenant, id))))
  const found = items.findIndex((item) => anyTask(item) !== undefined && item && !hasExpired(item))
  return ids[found] ?? idOfExternal(tenant, externalId)
}

/** The ids of several, in their order; undefined stays so. */
export async function findIdsOfExternal(
  tenant: Tenant,
  externalIds: readonly (string | undefined)[],
): Promise<(string | undefined)[]> {
  const ids = new Map<number, string>()
  await inParallel([...externalIds.entries()], parallel, async ([index, externalId]) => {
    if (externalId !== undefined) ids.set(index, await findIdOfExternal(tenant, externalId))
  })
  return externalIds.map((_, index) => ids.get(index))
}

/** The id of the task that a path names by its id, or by `ext:` and its external id. */
export async function taskIdOf(tenant: Tenant, reference: string): Promise<string> {
  const externalId = externalIdOf(reference)
  return externalId === undefined ? reference : findIdOfExternal(tenant, externalId)
}
