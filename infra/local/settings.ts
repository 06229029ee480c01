import { resolve } from 'node:path'
import { readHttpEnvironment } from '../../lib/http/environment.ts'
import { parseTrustProxy, type TrustProxy } from './trust-proxy.ts'

/** The settings of the local service. */
export interface LocalSettings {
  port: number
  host: string
  dataDir: string
  tableName: string
  /** The URL of a running engine, used instead of an engine on the data folder. */
  endpoint: string | undefined
  /** The origin under which callers reach the service; undefined if the header `Host` shows it. */
  publicOrigin: string | undefined
  /** Tells which proxies are believed about the caller's address; undefined believes none. */
  trustProxy: TrustProxy | undefined
}

/** @throws Error that names the variable */
function checkOrigin(origin: string | undefined): void {
  if (origin === undefined) return
  try {
    readHttpEnvironment({ PUBLIC_ORIGIN: origin })
  } catch (cause) {
    const given = JSON.stringify(origin)
    throw new Error(
      `PUBLIC_ORIGIN must be an origin without a path, such as https://tasks.example.com, not ${given}.`,
      { cause },
    )
  }
}

/**
 * Reads PORT, HOST, DATA_DIR, TABLE_NAME, DYNAMODB_ENDPOINT, PUBLIC_ORIGIN and TRUST_PROXY.
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
    PUBLIC_ORIGIN,
    TRUST_PROXY = '',
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
  checkOrigin(PUBLIC_ORIGIN)
  return {
    port,
    host: HOST,
    dataDir: resolve(DATA_DIR),
    tableName: TABLE_NAME,
    endpoint: DYNAMODB_ENDPOINT,
    publicOrigin: PUBLIC_ORIGIN,
    trustProxy: parseTrustProxy(TRUST_PROXY),
  }
}

/**
 * Reads what a command needs, which listens on no port: what only concerns callers may be wrong.
 * @throws Error that names the wrong variable
 */
export const readStorageSettings = (): Pick<LocalSettings, 'dataDir' | 'tableName' | 'endpoint'> =>
  readLocalSettings({ ...process.env, PORT: '0', PUBLIC_ORIGIN: '', TRUST_PROXY: '' })

/** The host name by which this machine can call the service. */
export function callableHost(host: string): string {
  if (['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** Whether a host name stands for this machine alone. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)
