/** An entry whose job failed, and why. */
export interface Failure<E> {
  entry: E
  error: unknown
}

interface RunOptions {
  /** How many jobs run at once. */
  atOnce: number
  /** Called with the number of jobs that have ended. */
  onProgress: (ended: number) => void
  /** Whether all other entries would fail in the same way, so that the rest is skipped. */
  endsAll: (error: unknown) => boolean
}

/** Runs a job for each entry, several at once. Skipped entries fail with the error that stopped the run. */
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
