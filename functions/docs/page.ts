import { baseStack, lambda } from '../../lib/http/base-stack.ts'

/**
 * Leads to the API reference, without a token. The links of errors begin here, so they do not change with the documentation;
 * a browser keeps their fragment.
 */
export const handler = lambda(baseStack('docs.page'), () => ({
  statusCode: 302,
  headers: { Location: '/docs/api', 'Cache-Control': 'public, max-age=300' },
  body: '',
}))
