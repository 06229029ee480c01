/** An entry whose job failed, and why. */
export interface Failure<E> {
  entry: E
  error: unknown
}

interface RunOptions {
  /** How many jobs run at once. */
  atOnce: number
  /** Called with the count of jobs that have ended. */
  onProgress: (ended: number) => void
  /** Whether an error would meet all others too, so that the rest is not tried. */
  endsAll: (error: unknown) => boolean
}

/** Does a job for each entry, some at once; those that were not tried fail with the error that ended it all. */
export async function runAll<E>(
  entries: readonly E[],
  job: (entry: E) => Promise<unknown>,
  { atOnce, onProgress, endsAll }: RunOptions,
): Promise<Failure<E>[]> {
  const failures: Failure<E>[] = []
  const waiting = [...entries]
  let ended = 0
  const work = async () => {
    for (let entry = waiting.shift(); entry !== undefined; entry = waiting.shift()) {
      try {
        await job(entry)
      } catch (error) {
        failures.push({ entry, error })
        if (endsAll(error)) failures.push(...waiting.splice(0).map((other) => ({ entry: other, error })))
      }
      onProgress((ended += 1))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return failures
}
