/** What Scalar's script puts into the page: https://github.com/scalar/scalar/blob/main/documentation/configuration.md */
interface Scalar {
  createApiReference: (element: string, configuration: Record<string, unknown>) => void
}

declare const Scalar: Scalar

/** Gives the buttons that copy a sample the name that Scalar leaves out. */
function nameButtons(): void {
  for (const button of document.querySelectorAll('button.scalar-code-copy:not([aria-label])'))
    button.setAttribute('aria-label', 'Copy')
}

function open(): void {
  Scalar.createApiReference('#reference', {
    url: '/v1/openapi.json',
    // nothing goes to anybody else, and a token that is typed in is kept nowhere
    telemetry: false,
    withDefaultFonts: false,
    persistAuth: false,
    proxyUrl: '',
    agent: { disabled: true },
    mcp: { disabled: true },
    showDeveloperTools: 'never',
    hideClientButton: true,
    documentDownloadType: 'json',
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
