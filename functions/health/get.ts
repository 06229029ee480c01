import manifest from '../../package.json' with { type: 'json' }
import { getHealth } from '../../lib/service/health.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { checkTable } from '../../lib/table/health.ts'

export const handler = endpoint(getHealth, async (storage) => {
  await checkTable(storage)
  return { body: { status: 'ok' as const, version: manifest.version } }
})
