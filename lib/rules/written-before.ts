import { accountPartition } from '../table/item.ts'
import { queryAll } from '../table/read-items.ts'
import type { Tenant } from '../table/tenant.ts'
import { anyTask } from '../tasks/task-item.ts'
import { decodeWriter } from '../tasks/writer.ts'
import type { RuleItem } from './rule-item.ts'
import type { Firing } from './runs.ts'

/**
 * How many tasks a run has written in sessions that were killed before its row counted them: those that the rule has written
 * since the run was due, and since the last run that is counted. One that somebody else has written since is not among them.
 */
export async function writtenBefore(
  tenant: Tenant,
  { id, counted_ms = 0 }: Pick<RuleItem, 'id' | 'counted_ms'>,
  { dueMs, isRepeat = false }: Pick<Firing, 'dueMs' | 'isRepeat'>,
): Promise<number> {
  if (!isRepeat) return 0
  const items = await queryAll(tenant, {
    index: 'changes',
    condition: 'changes_pk = :partition AND changes_sk >= :since',
    values: {
      ':partition': accountPartition(tenant.accountId),
      ':since': new Date(Math.max(dueMs, counted_ms)).toISOString(),
    },
  })
  return items.filter((item) => decodeWriter(anyTask(item)?.writer)?.rule_id === id).length
}
