import document from '../../docs/openapi.json' with { type: 'json' }
import { baseStack, lambda } from '../../lib/http/base-stack.ts'

const body = JSON.stringify(document)

/** Serves the OpenAPI document, without a token; npm run docs:build derives it from the contract. */
export const handler = lambda(baseStack('docs.openapi'), () => ({
  statusCode: 200,
  // any page may read it: it is the same for everyone
  headers: { 'Cache-Control': 'public, max-age=300', 'Access-Control-Allow-Origin': '*' },
  body,
}))
