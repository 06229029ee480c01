import { resolve } from 'node:path'
import { readSignInSettings } from '../../lib/members/sign-in-settings.ts'
import { readHttpEnvironment } from '../../lib/http/environment.ts'
import { logLevels } from '../../lib/http/invocation/log.ts'
import { defaultHistoryDays, maxHistoryDays } from '../../lib/contract/limits.ts'
import { parsePolicy } from '../../lib/webhooks/sending/network.ts'
import { parseTrustProxy, type TrustProxy } from './trust-proxy.ts'

/** Where the data is. */
export interface StorageSettings {
  dataDir: string
  tableName: string
  /** The URL of a running engine, used instead of an engine on the data folder. */
  endpoint: string | undefined
}

/** The settings of the local service. */
export interface LocalSettings extends StorageSettings {
  port: number
  host: string
  /** Tells which proxies are believed about the caller's address; undefined believes none. */
  trustProxy: TrustProxy | undefined
  /** The websites whose scripts may use the API: origins, or `*` for all. */
  corsOrigins: readonly string[]
  /** The value of WEBHOOK_ALLOWED_NETWORKS. */
  webhookNetworks: string
  logLevel: string
  /** For how many days the demo account keeps the history of its tasks. */
  historyDays: number
}

/** The variables that set them, with their defaults and their help texts in `npm start -- --help`. */
export const settingTexts: readonly { variable: string; fallback: string; meaning: string }[] = [
  { variable: 'PORT', fallback: '3000', meaning: '0 takes any free port' },
  { variable: 'HOST', fallback: '127.0.0.1', meaning: '0.0.0.0 opens the service to the network' },
  { variable: 'DATA_DIR', fallback: '.data', meaning: "the folder of the database, and of the demo's token" },
  { variable: 'TABLE_NAME', fallback: 'tasks', meaning: 'the table in it' },
  { variable: 'DYNAMODB_ENDPOINT', fallback: '', meaning: 'an engine that runs already' },
  {
    variable: 'DYNAMODB_LOCAL',
    fallback: '',
    meaning: 'the folder of DynamoDB Local, where there is no dynoxide',
  },
  {
    variable: 'WEBHOOK_ALLOWED_NETWORKS',
    fallback: '',
    meaning: 'networks that webhooks may reach besides public addresses',
  },
  {
    variable: 'WEBHOOK_TARGETS',
    fallback: '',
    meaning: 'buses and queues of AWS that webhooks may name',
  },
  { variable: 'PUBLIC_ORIGIN', fallback: '', meaning: 'the origin under which callers reach the service' },
  {
    variable: 'TRUST_PROXY',
    fallback: '',
    meaning: "proxies that are believed about the caller's address",
  },
  {
    variable: 'CORS_ORIGINS',
    fallback: '',
    meaning: 'the websites whose scripts may use the API, or *',
  },
  {
    variable: 'HISTORY_DAYS',
    fallback: String(defaultHistoryDays),
    meaning: 'for how many days a new demo account keeps the history of its tasks, 0 for none',
  },
  { variable: 'OIDC_ISSUER', fallback: '', meaning: 'the identity provider that people sign in with' },
  { variable: 'OIDC_CLIENT_ID', fallback: '', meaning: 'the id of this service at the provider' },
  { variable: 'OIDC_CLIENT_SECRET', fallback: '', meaning: 'its secret, where the provider gives one' },
  {
    variable: 'OIDC_CLIENT_AUTH',
    fallback: '',
    meaning: 'how the secret is sent: post, basic or basic-unencoded',
  },
  { variable: 'OIDC_NAME', fallback: '', meaning: "the provider's name on the button" },
  {
    variable: 'OIDC_TRUST_EMAIL',
    fallback: '',
    meaning: 'true also trusts addresses when the provider does not say whether they are verified',
  },
  { variable: 'POWERTOOLS_LOG_LEVEL', fallback: 'ERROR', meaning: 'INFO writes a line of JSON per request' },
]

/** Not all of 127.0.0.0/8: the engine listens at a random address of it. */
const receiverNetworks = '127.0.0.1/32,::1/128'

const mustBe = (name: string, rule: string, value: string) =>
  new Error(`${name} must be ${rule}, not ${JSON.stringify(value)}.`)

/**
 * Reads CORS_ORIGINS.
 * @throws Error that names the variable and what is wrong in it
 */
function parseCorsOrigins(value: string): string[] {
  const origins = value.split(',').map((one) => one.trim())
  if (origins.join('') === '') return []
  const wrong = origins.find((one) => one !== '*' && URL.parse(one)?.origin !== one)
  if (wrong === undefined) return origins
  throw mustBe(
    'CORS_ORIGINS',
    'origins such as https://app.example.com with commas between them, or *',
    wrong,
  )
}

/** The variables that have a value: an empty one counts as not set. */
const given = (variables: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))

/**
 * Reads the settings of a command that listens on no port: DATA_DIR, TABLE_NAME, DYNAMODB_ENDPOINT, AWS_REGION.
 * Settings that only concern callers may be wrong.
 * @throws Error that names the wrong variable
 */
export function readStorageSettings(variables: NodeJS.ProcessEnv = process.env): StorageSettings {
  const {
    DATA_DIR = '.data',
    TABLE_NAME = 'tasks',
    DYNAMODB_ENDPOINT: endpoint,
    AWS_REGION = 'local',
  } = given(variables)
  if (endpoint !== undefined && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')) {
    throw mustBe('DYNAMODB_ENDPOINT', 'a URL such as http://localhost:8000', endpoint)
  }
  if (!/^[\w.-]{3,255}$/.test(TABLE_NAME)) {
    throw mustBe('TABLE_NAME', '3 to 255 letters, digits, dots, dashes and underscores', TABLE_NAME)
  }
  if (!/^[a-z\d-]+$/.test(AWS_REGION)) throw mustBe('AWS_REGION', 'a region such as eu-west-1', AWS_REGION)
  return { dataDir: resolve(DATA_DIR), tableName: TABLE_NAME, endpoint }
}

/**
 * Reads all settings, and checks whatever else the service reads of its environment, so that no request finds it wrong.
 * @throws Error that names the wrong variable
 */
export function readLocalSettings(variables: NodeJS.ProcessEnv = process.env): LocalSettings {
  const known = given(variables)
  const {
    PORT = '3000',
    HOST: host = '127.0.0.1',
    TRUST_PROXY = '',
    CORS_ORIGINS = '',
    HISTORY_DAYS = String(defaultHistoryDays),
    POWERTOOLS_LOG_LEVEL = 'ERROR', // successful requests are not logged here
    POWERTOOLS_METRICS_DISABLED = 'true',
  } = known
  const port = /^\d{1,5}$/.test(PORT) ? Number(PORT) : NaN
  if (!(port <= 65_535)) throw mustBe('PORT', 'a whole number from 0 to 65535', PORT)
  const historyDays = /^\d{1,3}$/.test(HISTORY_DAYS) ? Number(HISTORY_DAYS) : NaN
  if (!(historyDays <= maxHistoryDays))
    throw mustBe('HISTORY_DAYS', `a whole number from 0 to ${maxHistoryDays}`, HISTORY_DAYS)
  // nobody else reaches such a service, so its webhooks may reach the programs beside it; an empty value allows none
  const webhookNetworks = variables.WEBHOOK_ALLOWED_NETWORKS ?? (isLoopback(host) ? receiverNetworks : '')
  parsePolicy(webhookNetworks, variables.WEBHOOK_TARGETS)
  readHttpEnvironment(known)
  readSignInSettings(known)
  const logLevel = POWERTOOLS_LOG_LEVEL.toUpperCase()
  if (!logLevels.includes(logLevel)) {
    throw mustBe('POWERTOOLS_LOG_LEVEL', `one of ${logLevels.join(', ')}`, POWERTOOLS_LOG_LEVEL)
  }
  if (!['true', 'false'].includes(POWERTOOLS_METRICS_DISABLED)) {
    throw mustBe('POWERTOOLS_METRICS_DISABLED', 'true or false', POWERTOOLS_METRICS_DISABLED)
  }
  return {
    ...readStorageSettings(variables),
    port,
    host,
    trustProxy: parseTrustProxy(TRUST_PROXY),
    corsOrigins: parseCorsOrigins(CORS_ORIGINS),
    webhookNetworks,
    logLevel,
    historyDays,
  }
}

/** An empty variable counts as not set. */
function removeEmpty(): void {
  for (const [name, value] of Object.entries(process.env)) {
    if (value === '') Reflect.deleteProperty(process.env, name)
  }
}

/**
 * Sets the variables of the environment that the store reads.
 * @param endpoint the URL of the engine
 */
export function useStorage({ tableName }: StorageSettings, endpoint: string): void {
  removeEmpty()
  Object.assign(process.env, { DYNAMODB_ENDPOINT: endpoint, TABLE_NAME: tableName })
}

/**
 * Sets the environment variables that the service reads, except those of the engine. Its functions read some of them
 * when they are loaded.
 */
export function useSettings(settings: LocalSettings): void {
  removeEmpty()
  // the service itself sets these two
  delete process.env.WEBHOOKS_UNAVAILABLE
  delete process.env.LOOPBACK_ORIGIN
  Object.assign(process.env, {
    WEBHOOK_ALLOWED_NETWORKS: settings.webhookNetworks,
    POWERTOOLS_LOG_LEVEL: settings.logLevel,
  })
}

/** The host name by which this machine can call the service. */
export function callableHost(host: string): string {
  if (['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** Whether a host name stands for this machine alone. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)

/** The host name in a `Host` header, without the brackets of IPv6; undefined if the header is none. */
export function hostnameOf(host: string): string | undefined {
  const url = URL.parse(`http://${host}`)
  const isHost = url?.pathname === '/' && url.username === '' && url.search === '' && url.hash === ''
  return isHost ? url.hostname.replace(/^\[|\]$/g, '') : undefined
}
