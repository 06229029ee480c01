import { useEffect, useState } from 'preact/hooks'
import { connection } from '../data/connection.ts'

/** Says that the service cannot be reached, until it can. */
export function Offline() {
  const isLost = connection.use() === 'lost'
  const [isOnline, setOnline] = useState(navigator.onLine)
  useEffect(() => {
    const update = () => {
      setOnline(navigator.onLine)
      if (!navigator.onLine) connection.set('lost')
    }
    addEventListener('online', update)
    addEventListener('offline', update)
    return () => {
      removeEventListener('online', update)
      removeEventListener('offline', update)
    }
  }, [])
  // the element stands there before its words do, so that they are read aloud
  return (
    <div role="alert" class="offline">
      {isLost && (
        <p>
          No connection. {isOnline ? 'The service does not answer; trying again…' : 'Your device is offline.'}
        </p>
      )}
    </div>
  )
}
