/** The wait in the Retry-After header, in ms from now; 0 without one. It holds seconds or a date (RFC 9110, 10.2.3). */
export function retryAfterMs(response: Response | undefined): number {
  const header = response?.headers.get('Retry-After')
  if (header == null) return 0
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? 0 : Math.max(0, ms)
}
