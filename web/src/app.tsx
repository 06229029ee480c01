import { useRoute } from './route.ts'
import { useToken } from './session/session.ts'
import { SignIn } from './session/sign-in.tsx'
import { Session } from './session/session-view.tsx'

/** The whole application: the sign-in, or the views of a session. */
export function App() {
  const token = useToken()
  const route = useRoute()
  return token === null ? <SignIn /> : <Session key={token} token={token} route={route} />
}
