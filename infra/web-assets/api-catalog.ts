import { basePath, sitePath } from '../../lib/contract/routes.ts'

/** The list of the documentation for programs: https://llmstxt.org. */
export const llmsPath = '/llms.txt'

const target = (href: string, type: string) => [{ href, type }]

/** The catalogue of the API, by which programs find its description: RFC 9727, in the format of RFC 9264. */
export const apiCatalog = {
  path: '/.well-known/api-catalog',
  // RFC 9727, section 2
  contentType: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  text: JSON.stringify({
    linkset: [
      {
        anchor: basePath,
        'service-desc': target(`${basePath}/openapi.json`, 'application/json'),
        'service-doc': target(sitePath, 'text/html'),
        'service-meta': target(llmsPath, 'text/plain'),
        status: target(`${basePath}/health`, 'application/json'),
      },
    ],
  }),
}
