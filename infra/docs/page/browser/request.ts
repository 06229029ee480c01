import type { TryOperation, TryParameter } from '../try-data.ts'

/**
 * The request that the reader has filled in; an empty parameter is not sent.
 * @param baseUrl origin and base path, as `http://localhost:3000/v1`
 * @param token absent for an operation that needs none
 * @throws TypeError when a header holds what no header can
 */
export function requestOf(
  baseUrl: string,
  { method, path }: TryOperation,
  values: { parameter: TryParameter; value: string }[],
  token?: string,
  body?: string,
): Request {
  let target = path
  const query = new URLSearchParams()
  const headers = new Headers(token === undefined ? {} : { Authorization: `Bearer ${token}` })
  for (const { parameter, value } of values.filter((entry) => entry.value !== '')) {
    const { name, in: place, isList } = parameter
    if (place === 'path') target = target.replace(`{${name}}`, encodeURIComponent(value))
    else if (place === 'header') headers.set(name, value)
    else for (const one of isList ? value.split(',') : [value]) query.append(name, one.trim())
  }
  if (body !== undefined) headers.set('Content-Type', 'application/json')
  const search = query.size > 0 ? `?${query.toString()}` : ''
  return new Request(`${baseUrl}${target}${search}`, {
    method,
    headers,
    body: body ?? null,
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
  })
}
