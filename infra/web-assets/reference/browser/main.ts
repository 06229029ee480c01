/**
 * The object that Scalar's script puts into the page:
 * https://github.com/scalar/scalar/blob/main/documentation/configuration.md
 */
interface Scalar {
  createApiReference: (element: string, configuration: Record<string, unknown>) => void
}

declare const Scalar: Scalar

/** Gives the buttons that copy a sample the name that Scalar leaves out. */
function nameButtons(): void {
  for (const button of document.querySelectorAll('button.scalar-code-copy:not([aria-label])'))
    button.setAttribute('aria-label', 'Copy')
}

/** What this page reads of the document. */
interface ApiDocument {
  paths: Record<string, Record<string, { parameters?: { example?: unknown }[] }>>
}

const documentUrl = '/v1/openapi.json'

/**
 * Leaves the examples of parameters out of the document. Scalar would fill them into its forms and send them: ids that the
 * account does not have, an old version, a key that a second request may not use.
 */
async function fetchWithoutExamples(...request: Parameters<typeof fetch>): Promise<Response> {
  const answer = await fetch(...request)
  if (new URL(answer.url).pathname !== documentUrl) return answer
  const description = (await answer.json()) as ApiDocument // the service's own document
  for (const operation of Object.values(description.paths).flatMap((path) => Object.values(path))) {
    for (const parameter of operation.parameters ?? []) delete parameter.example
  }
  return Response.json(description)
}

function open(): void {
  Scalar.createApiReference('#reference', {
    url: documentUrl,
    customFetch: fetchWithoutExamples,
    // nothing goes to anybody else, and a typed token is kept nowhere
    telemetry: false,
    withDefaultFonts: false,
    persistAuth: false,
    proxyUrl: '',
    agent: { disabled: true },
    mcp: { disabled: true },
    showDeveloperTools: 'never',
    hideClientButton: true,
    documentDownloadType: 'direct', // the document as the service sends it
    favicon: 'data:,',
    authentication: { preferredSecurityScheme: 'bearer' },
    hiddenClients: true, // the samples are those of the document
    modelsSectionLabel: 'Objects',
    showOperationId: true,
  })
  new MutationObserver(nameButtons).observe(document.body, { childList: true, subtree: true })
}

const [, fragment = ''] = location.hash.split('#')
// an error's `docs` has its code as the fragment: a page of its own explains it
if (/^[a-z]+(?:_[a-z]+)*$/.test(fragment)) location.replace(`/docs/reference/errors#${fragment}`)
else open()
