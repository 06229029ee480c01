import { existsSync } from 'node:fs'
import * as z from 'zod/mini'
import { scopes } from '../../lib/contract/endpoint.ts'
import { maxRateLimit } from '../../lib/contract/limits.ts'
import { accountKey, createAccount, findAccount, type Account } from '../../lib/tokens/account.ts'
import { listProjects } from '../../lib/projects/list.ts'
import { createProject } from '../../lib/projects/projects.ts'
import { findProjectItem } from '../../lib/projects/read.ts'
import { openStorage, type Storage } from '../../lib/table/storage.ts'
import type { Tenant } from '../../lib/table/tenant.ts'
import { get } from '../../lib/table/read-items.ts'
import { update } from '../../lib/table/write-items.ts'
import { createToken } from '../../lib/tokens/tokens.ts'
import { tokenKey } from '../../lib/tokens/token-item.ts'
import { parseToken } from '../../lib/tokens/format.ts'
import { demoIn, readJson, writeJson } from './data-dir.ts'

const demo = z.object({
  base_url: z.string(),
  account_id: z.string(),
  project_id: z.string(),
  token: z.string(),
  /** The project that the banner's link opens, while it is there; absent with the data of earlier releases. */
  example_project_id: z.optional(z.string()),
})
/** The data that a new user needs for the first request. */
export type Demo = z.output<typeof demo>

const seedTimeoutMs = 10_000

async function readDemo(path: string): Promise<Demo | undefined> {
  const known = await readJson(path, demo)
  if (known || !existsSync(path)) return known
  throw new Error(`${path} is damaged: repair it, or delete it to start with another demo account.`)
}

/** Whether the token belongs to the account and is not revoked. */
async function isLive(storage: Storage, { account_id, token }: Demo): Promise<boolean> {
  const parsed = parseToken(token)
  return (
    parsed?.accountId === account_id && (await get(storage, tokenKey(account_id, parsed.hash))) !== undefined
  )
}

/**
 * Gives the demo account of an earlier release the limit of a new one, unless the operator has set another. A load test
 * of the service on one machine should not measure the limit.
 */
async function raiseRateLimit(storage: Storage, { id }: Account): Promise<void> {
  await update(storage, {
    Key: accountKey(id),
    UpdateExpression: 'SET rate_limit = :limit',
    ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(rate_limit)',
    ExpressionAttributeValues: { ':limit': maxRateLimit },
  })
}

/** The demo's project: the one in the file, otherwise the account's oldest, otherwise a new one. */
async function demoProject(tenant: Tenant, account: Account, known: Demo | undefined): Promise<string> {
  if (known && (await findProjectItem(tenant, known.project_id))) return known.project_id
  const oldest = (await listProjects(tenant, { limit: 1 })).projects[0]
  const label = 'My first project'
  return (oldest ?? (await createProject(tenant, { label, task_quota: account.task_quota }))).id
}

/**
 * Creates the demo account, project and token on the first start, and finds them on later starts. It creates again what
 * was deleted or revoked meanwhile, so that the commands in the banner work.
 * @param fillNew fills a new account with things for newcomers; returns the id of the project to show
 * @param historyDays for how many days a new account keeps the history of its tasks
 * @throws Error with one sentence for people, when demo.json is damaged
 */
export async function seedDemo(
  dataDir: string,
  baseUrl: string,
  fillNew?: (tenant: Tenant, account: Account) => Promise<string>,
  historyDays?: number,
): Promise<Demo> {
  const path = demoIn(dataDir)
  const storage = openStorage(Date.now() + seedTimeoutMs)
  const file = await readDemo(path)
  // the file may be older than the data: then its account is absent
  const found = file && (await findAccount(storage, file.account_id))
  const known = found && file
  const account =
    found ??
    (await createAccount(storage, {
      ...{ name: 'Demo', rate_limit: maxRateLimit },
      ...(historyDays !== undefined && { history_days: historyDays }),
    }))
  if (found) await raiseRateLimit(storage, found)
  const tenant = { ...storage, accountId: account.id, projectIds: null }
  const project_id = await demoProject(tenant, account, known)
  const example = found ? known?.example_project_id : await fillNew?.(tenant, account)
  const isThere = example !== undefined && (await findProjectItem(tenant, example)) !== undefined
  const token =
    known && (await isLive(storage, known))
      ? known.token
      : (await createToken(tenant, { name: 'Demo', scopes: [...scopes] })).secret
  const current = {
    ...{ base_url: baseUrl, account_id: account.id, project_id, token },
    ...(isThere && { example_project_id: example }),
  }
  await writeJson(path, current)
  return current
}
