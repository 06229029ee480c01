import { render } from 'preact'
import { App } from './app.tsx'
import { openSession, takeTokenFromLink } from './session/session.ts'

openSession()
takeTokenFromLink()
addEventListener('hashchange', ({ oldURL }) => {
  takeTokenFromLink(new URL(oldURL).hash)
})
const root = document.getElementById('app')
if (root) render(<App />, root)
