import { useEffect, useState } from 'preact/hooks'
import { connection } from '../data/connection.ts'
import { counted } from '../ui/format.ts'

/** What all tabs of this browser would lose if the session ended now. */
export interface Losses {
  /** How many changes were not sent. */
  changes: number
  /** Whether something that is shown only once was not copied. */
  isSecret: boolean
  /** Whether a text was typed, and neither saved nor sent. */
  isTyped: boolean
}

/** What one tab answers. */
interface Answer extends Losses {
  tab: string
}

/** The channel of all tabs. A message without an answer is the question. */
function openChannel(onMessage: (answer: Answer | undefined) => void) {
  const channel = new BroadcastChannel('tasks-losses')
  channel.onmessage = ({ data }: MessageEvent<Answer | undefined>) => {
    onMessage(data)
  }
  return channel
}

const tab = String(Math.random())
let own = (): Losses => ({ changes: 0, isSecret: false, isTyped: false })

/** Tells the other tabs of this browser what this one would lose. */
export function tellLosses(lossesNow: () => Losses): void {
  own = lossesNow
  const channel = openChannel((answer) => {
    if (!answer) channel.postMessage({ tab, ...lossesNow() })
  })
}

/** How long the other tabs are given for their answers, in milliseconds. Then they are asked again. */
const patienceMs = 400

/** Asks all tabs what they would lose, as a hook, as long as the session may be about to end. Undefined: it is not known yet. */
export function useLosses(isAsking: boolean): Losses | undefined {
  const [losses, setLosses] = useState<Losses>()
  useEffect(() => {
    if (!isAsking) return
    // a tab that is busy answers late: until then, what it has answered before counts
    const answers = new Map<string, Losses>()
    const channel = openChannel((answer) => {
      if (answer) answers.set(answer.tab, answer)
    })
    const ask = () => {
      channel.postMessage(undefined)
    }
    ask()
    const timer = setInterval(() => {
      const all = [...answers.set(tab, own()).values()]
      setLosses({
        changes: all.reduce((sum, { changes }) => sum + changes, 0),
        isSecret: all.some(({ isSecret }) => isSecret),
        isTyped: all.some(({ isTyped }) => isTyped),
      })
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
export function lossText({ changes, isSecret, isTyped }: Losses): string {
  const why = connection.value === 'lost' ? ', because there is no connection' : ' yet'
  return [
    ...(changes > 0
      ? [`${counted(changes, 'change')} ${changes === 1 ? 'was' : 'were'} not sent${why}.`]
      : []),
    ...(isSecret ? ['What is shown only once was not copied.'] : []),
    ...(isTyped ? ['A text that was typed was not added.'] : []),
  ].join(' ')
}
