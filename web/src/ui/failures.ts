import { explain } from './explain.ts'
import { formatCount } from './format.ts'

/**
 * The failures of many, and their reasons, in one message: "3 of 40 not moved: There is no such task." Several reasons
 * are counted.
 * @param what "not moved"
 */
export function failuresText(
  errors: readonly unknown[],
  total: number,
  what: string,
  explainOne: (error: unknown) => string = explain,
): string {
  const counts = new Map<string, number>()
  for (const error of errors) {
    const reason = explainOne(error)
    counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  const reasons = [...counts].map(([reason, count]) =>
    counts.size === 1 ? reason : `${formatCount(count)} × ${reason}`,
  )
  const share = total === 1 ? '' : `${formatCount(errors.length)} of ${formatCount(total)} `
  const text = `${share}${what}: ${reasons.join(' ')}`
  return text.charAt(0).toUpperCase() + text.slice(1)
}
