import { isDeepStrictEqual } from 'node:util'
import { commonErrors } from '../../lib/contract/endpoint.ts'
import { errorStatuses, type ErrorCode } from '../../lib/contract/errors.ts'
import { endpoints } from '../../lib/contract/index.ts'
import { matchPath } from '../../lib/contract/routes.ts'

/** What the gateway and the $default route answer, whatever the endpoint. */
const gatewayErrors: ErrorCode[] = [
  'route_not_found',
  'method_not_allowed',
  'headers_too_large',
  'payload_too_large',
]

/**
 * Holds an answer against the declaration of its endpoint: status, error code, and a body with all declared
 * members and no other.
 * @throws Error that says what the contract does not allow
 */
export function assertDeclared(method: string, path: string, status: number, body: unknown): void {
  const route = matchPath(endpoints, path.split('?')[0] ?? '').find((endpoint) => endpoint.method === method)
  const where = `${method} ${path} answered ${status} ${JSON.stringify(body)}`
  if (status >= 400) {
    if (method === 'HEAD') return
    const { code } = (body as { error: { code: ErrorCode } }).error // throws where the shape is another
    const declared: ErrorCode[] = [...gatewayErrors, ...commonErrors, ...(route?.errors ?? [])]
    if (!declared.includes(code)) throw new Error(`${where}: this code is not declared`)
    if (errorStatuses[code] !== status) throw new Error(`${where}: this status is not the code's`)
    return
  }
  if (status === 304 && body === undefined && route?.headers && 'if-none-match' in route.headers.shape) return
  if (status !== route?.success) throw new Error(`${where}: this status is not declared`)
  const parsed = route.answer.safeParse(body)
  if (!parsed.success || !isDeepStrictEqual(parsed.data, body)) throw new Error(`${where}: not as declared`)
}
