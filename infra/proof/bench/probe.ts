import type { Context } from 'aws-lambda'
import { createRequire } from 'node:module'
import type { ApiEvent, ApiResult } from '../../../lib/http/types.ts'

/** What one fresh process measured of one bundle. */
export interface Measured {
  importMs: number
  /** From the start of the import to the first answer. */
  answerMs: number
  status: number | undefined
  body: string | undefined
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

/** Loads a bundle as Lambda's runtime does: CommonJS with require, modules with import. */
const load = async (path: string): Promise<Bundle> =>
  // a bundle is built here, from a file that exports a handler
  (path.endsWith('.cjs') ? createRequire(import.meta.url)(path) : await import(path)) as Bundle

const [path = '', event = '{}'] = process.argv.slice(2)
const parsed = JSON.parse(event) as ApiEvent // from the process that started this one
const startMs = performance.now()
const { handler } = await load(path)
const importMs = performance.now() - startMs
const { statusCode: status, body } = await handler(parsed, context(startMs) as Context)
const measured: Measured = { importMs, answerMs: performance.now() - startMs, status, body }
// on a separate line, after the handler's log. The process must exit explicitly, because it has open sockets
process.stdout.write(`\n${JSON.stringify(measured)}\n`, () => process.exit(0))
