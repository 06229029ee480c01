import { dismissAlerts, showAlert } from './messages.ts'
import { useLock } from './use-lock.ts'

interface AttemptOptions {
  /** The subject of the actions: a new attempt dismisses the alert of the previous one. */
  about: string
  explain: (error: unknown) => string
  /** Runs after each attempt, whether it succeeded or not. */
  after: () => void
}

/** Runs one action at a time. If it fails, `failed` is shown with the reason. Resolves to whether it succeeded. */
export function useAttempt({ about, explain, after }: AttemptOptions) {
  const lock = useLock()
  return async (action: () => Promise<void>, failed: string): Promise<boolean> => {
    if (!lock.take()) return false
    dismissAlerts(about)
    let isDone = true
    try {
      await action()
    } catch (error) {
      isDone = false
      showAlert(`${failed} ${explain(error)}`, about)
    } finally {
      lock.free()
    }
    after()
    return isDone
  }
}
