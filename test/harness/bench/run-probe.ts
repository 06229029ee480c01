import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { ApiEvent } from '../../../lib/http/types.ts'
import { signInVariables } from '../sample-requests.ts'
import type { Measured } from './probe.ts'

/** The table that a measured function uses. */
export interface ProbeTable {
  endpoint: string
  name: string
  /** The file of the certificate authority that it must trust, for an endpoint with TLS. */
  certificatePath?: string
}

const timeoutMs = 20_000

/** The environment variables of Lambda that this code uses, and none of this machine. */
const environmentOf = (id: string, { endpoint, name, certificatePath }: ProbeTable): NodeJS.ProcessEnv => ({
  AWS_ACCESS_KEY_ID: 'local',
  AWS_LAMBDA_FUNCTION_NAME: id,
  AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
  AWS_REGION: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
  DYNAMODB_ENDPOINT: endpoint,
  ...(certificatePath !== undefined && { NODE_EXTRA_CA_CERTS: certificatePath }),
  TABLE_NAME: name,
  ...(id === 'sessions.create' && signInVariables),
  TZ: ':UTC',
})

/** Starts a fresh process that loads one bundle and answers one event, and returns its measurements and log. */
export async function runProbe(
  probe: string,
  bundle: { id: string; path: string },
  event: ApiEvent,
  table: ProbeTable,
): Promise<Measured & { log: string[] }> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [probe, bundle.path, JSON.stringify(event)],
    { env: environmentOf(bundle.id, table), timeout: timeoutMs },
  )
  const lines = stdout.split('\n').filter((line) => line !== '')
  const measured = JSON.parse(lines.at(-1) ?? '') as Measured // the probe writes it last
  return { ...measured, log: lines.slice(0, -1) }
}
