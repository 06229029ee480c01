import { render } from 'preact'
import { App } from './app.tsx'
import { countUnsent } from './changes/entry.ts'
import { takeReturned } from './session/returned.ts'
import { tellLosses } from './session/losses.ts'
import { openSession, takeTokenFromLink } from './session/session.ts'
import { isNotCopied } from './ui/shown-once.ts'
import { isHalfTyped } from './ui/unsaved.ts'

takeReturned()
openSession()
tellLosses(() => ({ changes: countUnsent(), isSecret: isNotCopied(), isTyped: isHalfTyped() }))
takeTokenFromLink()
addEventListener('hashchange', ({ oldURL }) => {
  takeTokenFromLink(new URL(oldURL).hash)
})
const root = document.getElementById('app')
// in a task of its own: to evaluate the modules takes long enough
setTimeout(() => {
  if (root) render(<App />, root)
})
