import { render } from 'preact'
import { App } from './app.tsx'
import { takeReturned } from './session/returned.ts'
import { openSession, takeTokenFromLink } from './session/session.ts'

takeReturned()
openSession()
takeTokenFromLink()
addEventListener('hashchange', ({ oldURL }) => {
  takeTokenFromLink(new URL(oldURL).hash)
})
const root = document.getElementById('app')
if (root) render(<App />, root)
