import { useRoute } from './ui/route.ts'
import { offered, shownToken } from './session/session.ts'
import { returned } from './session/returned.ts'
import { SignInView } from './session/sign-in-view.ts'
import { Session } from './shell/session-view.tsx'
import { lazyView } from './ui/lazy-view.tsx'
import { useValue } from './data/use-value.ts'

const SwitchView = lazyView(() =>
  import('./session/switch-account.tsx').then(({ SwitchAccount }) => SwitchAccount),
)

const WayBackView = lazyView(() => import('./session/way-back.tsx').then(({ WayBack }) => WayBack))

/** The whole application: the sign-in, or the views of a session. */
export function App() {
  const token = useValue(shownToken)
  const next = useValue(offered)
  const route = useRoute()
  const answer = useValue(returned)
  if (answer) return <WayBackView.View answer={answer} />
  if (token === undefined) return null
  if (token === null) return <SignInView.View />
  return (
    <>
      <Session key={token} token={token} route={route} />
      {next !== undefined && <SwitchView.View current={token} next={next} />}
    </>
  )
}
