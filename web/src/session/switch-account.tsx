import { useEffect, useState } from 'preact/hooks'
import { openClient } from '../data/api.ts'
import { Dialog } from '../ui/dialog.tsx'
import { explain } from '../ui/explain.ts'
import { lossText, useLosses } from './losses.ts'
import { offered, signIn } from './session.ts'

interface SwitchAccountProps {
  /** The token of the session. */
  current: string
  /** The token of the link. */
  next: string
}

const nameOf = async (token: string) => (await openClient(token).tokens.self()).token.name

/**
 * Asks whether to go on with the token of a link instead of the one that is in use. Shows their names only, and what the
 * tabs of this browser would lose.
 */
export function SwitchAccount({ current, next }: SwitchAccountProps) {
  const [names, setNames] = useState<readonly [string, string]>()
  const [problem, setProblem] = useState('')
  useEffect(() => {
    setNames(undefined)
    setProblem('')
    Promise.all([nameOf(current), nameOf(next)]).then(setNames, (error: unknown) => {
      setProblem(`The link cannot be used: ${explain(error)}`)
    })
  }, [current, next])
  const losses = useLosses(names !== undefined)
  const lost = losses && lossText(losses)
  const stay = () => {
    offered.value = undefined
  }
  return (
    <Dialog title="Sign in with another token?" onClose={stay}>
      <p aria-live="polite">
        {problem === '' && !names && 'Checking the token of the link…'}
        {names && (
          <>
            You are signed in with the token “<bdi>{names[0]}</bdi>”. The link is signed in with “
            <bdi>{names[1]}</bdi>”. All tabs of this browser would switch to it.
          </>
        )}
      </p>
      <div role="alert">
        {problem !== '' && <p class="alert">{problem}</p>}
        {lost !== undefined && lost !== '' && <p class="alert">{lost} If you switch now, that is lost.</p>}
      </div>
      <div class="dialog-actions">
        <button type="button" onClick={stay}>
          Stay signed in
        </button>
        {lost !== undefined && (
          <button
            type="button"
            class={lost === '' ? 'primary' : 'danger'}
            onClick={() => {
              stay()
              signIn(next)
            }}
          >
            {lost === '' ? 'Switch' : 'Switch without it'}
          </button>
        )}
      </div>
    </Dialog>
  )
}
