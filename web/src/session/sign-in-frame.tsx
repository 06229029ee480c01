import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { Logo } from '../ui/logo.tsx'
import '../style/sign-in.css'

/** A page on the way to a session: the brand, a heading, and the next step. */
export function SignInFrame({ heading, children }: { heading: string; children: ComponentChildren }) {
  useEffect(() => {
    document.title = 'Sign in · Tasks'
  }, [])
  return (
    <main class="sign-in">
      <div class="panel">
        <p class="brand">
          <Logo />
          Tasks
        </p>
        <h1>{heading}</h1>
        {children}
      </div>
    </main>
  )
}
