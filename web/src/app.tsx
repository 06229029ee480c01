import { useRoute } from './ui/route.ts'
import { offered, useToken } from './session/session.ts'
import { SignIn } from './session/sign-in.tsx'
import { Session } from './shell/session-view.tsx'
import { lazyView } from './ui/lazy-view.tsx'

const SwitchView = lazyView(() =>
  import('./session/switch-account.tsx').then(({ SwitchAccount }) => SwitchAccount),
)

/** The whole application: the sign-in, or the views of a session. */
export function App() {
  const token = useToken()
  const next = offered.use()
  const route = useRoute()
  if (token === undefined) return null
  if (token === null) return <SignIn />
  return (
    <>
      <Session key={token} token={token} route={route} />
      {next !== undefined && <SwitchView.View current={token} next={next} />}
    </>
  )
}
