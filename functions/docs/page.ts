import page from '../../docs/page.json' with { type: 'json' }
import { baseStack, lambda } from '../../lib/http/base-stack.ts'

/** Serves the documentation as one page that needs nothing else, without a token; npm run docs:build writes it. */
export const handler = lambda(baseStack('docs.page'), () => ({
  statusCode: 200,
  headers: {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'public, max-age=300',
    'Content-Security-Policy': page.contentSecurityPolicy,
    'Referrer-Policy': 'no-referrer',
  },
  body: page.html,
}))
