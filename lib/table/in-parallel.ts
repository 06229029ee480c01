/**
 * Runs an action for each value, at most `limit` at once. It ends when all started actions have ended, even if some
 * fail, because Lambda would freeze the others. After a failure it starts no more.
 * @throws the first error of an action
 */
export async function inParallel<T>(
  values: readonly T[],
  limit: number,
  act: (value: T) => Promise<void>,
): Promise<void> {
  const waiting = values.values()
  const errors: unknown[] = []
  const work = async () => {
    for (const value of waiting) {
      try {
        await act(value)
      } catch (error) {
        errors.push(error)
      }
      if (errors.length > 0) return
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, values.length) }, work))
  if (errors.length > 0) throw errors[0]
}

/** Cuts a list into parts of at most `size` values. */
export const partsOf = <T>(values: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(values.length / size) }, (_, index) =>
    values.slice(index * size, (index + 1) * size),
  )
