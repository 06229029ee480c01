import type { Context } from 'aws-lambda'
import { createRequire } from 'node:module'
import { brotliDecompressSync } from 'node:zlib'
import type { ApiEvent, ApiResult } from '../../../lib/http/types.ts'

/** What one fresh process measured of one bundle. */
export interface Measured {
  /** The processor time of the import of the bundle, until its handler may be called. */
  startCpuMs: number
  /** When that was, in milliseconds since 1970. */
  startedMs: number
  /** The processor time of the first request. */
  requestCpuMs: number
  status: number | undefined
  /** The body, expanded if it was compressed. */
  body: string | undefined
  encoding: string | undefined
}

interface Bundle {
  handler: (event: ApiEvent, context: Context) => Promise<ApiResult>
}

const timeoutMs = 10_000

/** The members of Lambda's context that a handler may use. */
const context = (startMs: number): Pick<Context, 'awsRequestId' | 'getRemainingTimeInMillis'> => ({
  awsRequestId: 'probe',
  getRemainingTimeInMillis: () => timeoutMs - (performance.now() - startMs),
})

/** The processor time that all threads of this process have taken. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage() // in microseconds
  return (user + system) / 1e3
}

/** Loads a bundle as Lambda's runtime does: CommonJS with require, modules with import. */
const load = async (path: string): Promise<Bundle> =>
  // a bundle is built here, from a file that exports a handler
  (path.endsWith('.cjs') ? createRequire(import.meta.url)(path) : await import(path)) as Bundle

const [path = '', event = '{}'] = process.argv.slice(2)
const parsed = JSON.parse(event) as ApiEvent // from the process that started this one
const beforeMs = cpuMs()
const { handler } = await load(path)
const [loadedMs, startedMs] = [cpuMs(), Date.now()]
const {
  statusCode: status,
  headers = {},
  body: sent,
} = await handler(parsed, context(performance.now()) as Context)
const requestCpuMs = cpuMs() - loadedMs
const encoding = headers['Content-Encoding']?.toString()
const measured: Measured = {
  startCpuMs: loadedMs - beforeMs,
  startedMs,
  requestCpuMs,
  status,
  body: encoding === 'br' ? brotliDecompressSync(Buffer.from(sent ?? '', 'base64')).toString() : sent,
  encoding,
}
// on a separate line, after the handler's log. The process must exit explicitly, because it has open sockets
process.stdout.write(`\n${JSON.stringify(measured)}\n`, () => process.exit(0))
