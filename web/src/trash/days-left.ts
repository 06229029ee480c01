const dayMs = 24 * 60 * 60 * 1000

/** The number of days until a deleted task is purged, rounded up. */
export const daysLeft = (purgeAt: string, nowMs: number): number =>
  Math.max(0, Math.ceil((Date.parse(purgeAt) - nowMs) / dayMs))

/** The same as text: "3 days left". */
export function daysLeftText(purgeAt: string, nowMs: number): string {
  const days = daysLeft(purgeAt, nowMs)
  return days === 1 ? '1 day left' : `${days} days left`
}
