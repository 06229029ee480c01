import { useEffect, useState } from 'preact/hooks'
import { connection } from '../data/connection.ts'
import { counted } from '../ui/format.ts'

/** What all tabs of this browser would lose if the session ended now. */
interface Losses {
  /** How many changes were not sent. */
  changes: number
  /** Whether something that is shown only once was not copied. */
  isSecret: boolean
}

const none: Losses = { changes: 0, isSecret: false }
const question = 'ask'

const openChannel = (onMessage: (data: Losses | typeof question) => void) => {
  const channel = new BroadcastChannel('tasks-losses')
  channel.onmessage = ({ data }: MessageEvent<Losses | typeof question>) => {
    onMessage(data)
  }
  return channel
}

/** Tells all tabs of this browser, itself among them, what it would lose. */
export function tellLosses(lossesNow: () => Losses): void {
  const channel = openChannel((data) => {
    if (data === question) channel.postMessage(lossesNow())
  })
}

/** How long the tabs are given for their answers, in milliseconds. Then they are asked again. */
const patienceMs = 200

/** Asks all tabs what they would lose, as a hook, as long as the session may be about to end. Undefined: it is not known yet. */
export function useLosses(isAsking: boolean): Losses | undefined {
  const [losses, setLosses] = useState<Losses>()
  useEffect(() => {
    if (!isAsking) return
    let sum = none
    const channel = openChannel((data) => {
      if (data === question) return
      sum = { changes: sum.changes + data.changes, isSecret: sum.isSecret || data.isSecret }
    })
    const ask = () => {
      sum = none
      channel.postMessage(question)
    }
    ask()
    const timer = setInterval(() => {
      setLosses(sum)
      ask()
    }, patienceMs)
    return () => {
      clearInterval(timer)
      channel.close()
      setLosses(undefined)
    }
  }, [isAsking])
  return losses
}

/** What would be lost, in words; empty if nothing would. */
export function lossText({ changes, isSecret }: Losses): string {
  const why = connection.value === 'lost' ? ', because there is no connection' : ' yet'
  return [
    ...(changes > 0
      ? [`${counted(changes, 'change')} ${changes === 1 ? 'was' : 'were'} not sent${why}.`]
      : []),
    ...(isSecret ? ['What is shown only once was not copied.'] : []),
  ].join(' ')
}
