import { dismissAlerts, showAlert } from './toast.tsx'
import { useLock } from './use-lock.ts'

interface AttemptOptions {
  /** What the actions are about: a new attempt dismisses the alert of the one before. */
  about: string
  explain: (error: unknown) => string
  /** Runs after each attempt, whether it succeeded or not. */
  after: () => void
}

/** Runs one action at a time. `failed` is said, with the reason, when it fails. */
export function useAttempt({ about, explain, after }: AttemptOptions) {
  const lock = useLock()
  return async (action: () => Promise<void>, failed: string): Promise<void> => {
    if (!lock.take()) return
    dismissAlerts(about)
    try {
      await action()
    } catch (error) {
      showAlert(`${failed} ${explain(error)}`, about)
    } finally {
      lock.free()
    }
    after()
  }
}
