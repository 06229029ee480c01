import { useEffect, useState } from 'preact/hooks'
import { connection } from '../data/connection.ts'
import { entries, isKept, isWaiting } from '../changes/entry.ts'
import { isOnDevice } from '../session/kept.ts'
import { counted } from '../ui/format.ts'
import { useUnloadGuard } from '../ui/unload-guard.ts'
import { useValue } from '../data/use-value.ts'

/** Says while the service cannot be reached, and how many changes wait for that. */
export function Offline() {
  const isLost = useValue(connection) === 'lost'
  const { length: count } = useValue(entries).filter(isWaiting)
  const isRoom = useValue(isKept)
  useUnloadGuard(count > 0 && !(isRoom && isOnDevice()))
  const [isOnline, setOnline] = useState(navigator.onLine)
  useEffect(() => {
    const update = () => {
      setOnline(navigator.onLine)
      if (!navigator.onLine) connection.value = 'lost'
    }
    addEventListener('online', update)
    addEventListener('offline', update)
    return () => {
      removeEventListener('online', update)
      removeEventListener('offline', update)
    }
  }, [])
  // the alert element is always rendered: screen readers announce only text that is added to an existing one
  return (
    <>
      <div role="alert" class="offline">
        {isLost && (
          <p>
            No connection.{' '}
            {isOnline ? 'The service is not responding. Trying again…' : 'Your device is offline.'}
          </p>
        )}
      </div>
      <div role="status" class="offline">
        {count > 0 && (
          <p>
            {counted(count, 'change')} {count === 1 ? 'is' : 'are'} waiting for the connection.
            {!isRoom &&
              ' This browser has no room left to keep what is waiting: leave this page open until it is sent.'}
          </p>
        )}
      </div>
    </>
  )
}
