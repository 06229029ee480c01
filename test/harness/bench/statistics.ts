/** How much is measured: what makes figures exact, or the least that shows that the measurement works. */
export type Extent = 'exact' | 'least'

/** Returns the median of some numbers. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  if (low === undefined || high === undefined) throw new Error('There is no median of nothing.')
  return (low + high) / 2
}

/** Returns the value below which a share of some numbers lies; NaN if there are none. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(share * values.length)] ?? NaN

/** Formats a number with a number of decimal places. */
export const rounded = (value: number, digits: number): number => Number(value.toFixed(digits))

/** How long work takes, in milliseconds. */
export async function timedMs(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now()
  await work()
  return performance.now() - startMs
}
