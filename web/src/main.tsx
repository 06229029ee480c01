import { render } from 'preact'
import { App } from './app.tsx'
import { takeTokenFromLink } from './session/session.ts'

takeTokenFromLink()
addEventListener('hashchange', takeTokenFromLink)
const root = document.getElementById('app')
if (root) render(<App />, root)
