import { lazyView } from '../ui/lazy-view.tsx'

/** The page for signing in, loaded separately: who is signed in does not need it. */
export const SignInView = lazyView(() => import('./sign-in.tsx').then(({ SignIn }) => SignIn))
