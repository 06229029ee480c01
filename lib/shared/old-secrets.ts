/** A secret that may have been replaced by a newer one. */
export interface Replaceable {
  /** When a replaced secret expires, in ms since 1970. Absent for the current one. */
  expires_at_ms?: number
}

const hourMs = 60 * 60 * 1000

/**
 * Returns the secrets that stay valid beside a new one, newest first. None of them becomes valid for longer.
 * @param secrets those until now, newest first
 * @param validHours how long they stay valid, in hours
 * @param most how many may stay valid, because each of them gives access
 */
export function replaced<S extends Replaceable>(
  secrets: readonly S[],
  { validHours, most, nowMs }: { validHours: number; most: number; nowMs: number },
): S[] {
  const untilMs = nowMs + validHours * hourMs
  return secrets
    .map((each) => ({ ...each, expires_at_ms: Math.min(each.expires_at_ms ?? Infinity, untilMs) }))
    .filter(({ expires_at_ms }) => expires_at_ms > nowMs)
    .slice(0, most)
}
