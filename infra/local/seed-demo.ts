import { join } from 'node:path'
import * as z from 'zod/mini'
import { scopes } from '../../lib/contract/endpoint.ts'
import { createAccount, findAccount } from '../../lib/store/account.ts'
import { createProject } from '../../lib/store/project/project.ts'
import { openStorage } from '../../lib/store/send.ts'
import { createToken } from '../../lib/store/token.ts'
import { readJson, writeJson } from './data-dir.ts'

const demo = z.object({
  base_url: z.string(),
  account_id: z.string(),
  project_id: z.string(),
  token: z.string(),
})
/** What a newcomer needs to send the first request. */
export type Demo = z.output<typeof demo>

const seedTimeoutMs = 10_000

async function createDemo(baseUrl: string): Promise<Demo> {
  const storage = openStorage(Date.now() + seedTimeoutMs)
  const account = await createAccount(storage, { name: 'Demo' })
  const tenant = { ...storage, accountId: account.id }
  const project = await createProject(tenant, { label: 'My first project', task_quota: account.task_quota })
  const { secret } = await createToken(tenant, { name: 'Demo', scopes: [...scopes] })
  return { base_url: baseUrl, account_id: account.id, project_id: project.id, token: secret }
}

/** Makes the demo account, project and token on the first start, and finds them again on later ones. */
export async function seedDemo(dataDir: string, baseUrl: string): Promise<Demo> {
  const path = join(dataDir, 'demo.json')
  const known = await readJson(path, demo)
  // the file may have outlived the data
  const account = known && (await findAccount(openStorage(Date.now() + seedTimeoutMs), known.account_id))
  const current = known && account ? { ...known, base_url: baseUrl } : await createDemo(baseUrl)
  await writeJson(path, current)
  return current
}
