import { resolve } from 'node:path'

/** The settings of the local service. */
export interface LocalSettings {
  port: number
  host: string
  dataDir: string
  tableName: string
  /** The URL of a running engine, used instead of an engine on the data folder. */
  endpoint: string | undefined
}

/**
 * Reads PORT, HOST, DATA_DIR, TABLE_NAME and DYNAMODB_ENDPOINT.
 * @throws Error that names the wrong variable
 */
export function readLocalSettings(variables: NodeJS.ProcessEnv = process.env): LocalSettings {
  // an empty variable counts as not set
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const {
    PORT = '3000',
    HOST = '127.0.0.1',
    DATA_DIR = '.data',
    TABLE_NAME = 'tasks',
    DYNAMODB_ENDPOINT,
  } = given
  const port = Number(PORT)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`PORT must be a whole number from 0 to 65535, not ${JSON.stringify(PORT)}.`)
  }
  if (DYNAMODB_ENDPOINT && !URL.canParse(DYNAMODB_ENDPOINT)) {
    throw new Error('DYNAMODB_ENDPOINT must be a URL such as http://localhost:8000.')
  }
  if (!/^[\w.-]{3,255}$/.test(TABLE_NAME)) {
    const named = JSON.stringify(TABLE_NAME)
    throw new Error(
      `TABLE_NAME must be 3 to 255 letters, digits, dots, dashes and underscores, not ${named}.`,
    )
  }
  return {
    port,
    host: HOST,
    dataDir: resolve(DATA_DIR),
    tableName: TABLE_NAME,
    endpoint: DYNAMODB_ENDPOINT,
  }
}

/** The host name by which this machine can call the service. */
export function callableHost(host: string): string {
  if (['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** Whether a host name stands for this machine alone. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)
