import document from '../../docs/openapi.json' with { type: 'json' }
import { baseStack, lambda } from '../../lib/http/base-stack.ts'
import { renderPage } from '../../lib/openapi/page/page.ts'
import type { OpenApiDocument } from '../../lib/openapi/types.ts'

// what a document made by lib/openapi/document.ts is, once it has been JSON
const { html, contentSecurityPolicy } = renderPage(document as unknown as OpenApiDocument)

/** Serves the documentation as one page that needs nothing else, without a token. */
export const handler = lambda(baseStack('docs.page'), () => ({
  statusCode: 200,
  headers: {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'public, max-age=300',
    'Content-Security-Policy': contentSecurityPolicy,
    'Referrer-Policy': 'no-referrer',
  },
  body: html,
}))
