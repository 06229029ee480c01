import { keptToken } from '../../../../web/src/session/kept.ts'
import { isAskingTabs, shareWithTabs } from '../../../../web/src/session/tabs.ts'

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

/** What this page reads and changes in the document. */
interface ApiDocument {
  paths: Record<string, Record<string, Operation>>
}

interface Operation {
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { examples?: Record<string, { value: unknown }> }> }
}

interface Parameter {
  name: string
  required?: boolean
  example?: unknown
  schema: { enum?: unknown[]; default?: unknown }
}

const documentUrl = '/v1/openapi.json'

/** The token of the tab's session in the web interface, or of another tab's; null when nobody is signed in. */
const signedInToken = (): Promise<string | null> =>
  new Promise((resolve) => {
    const answer = () => {
      if (!isAskingTabs()) resolve(keptToken())
    }
    shareWithTabs(answer)
    answer()
  })

/** The id of the account's first project; undefined when there is none, or the service does not say. */
async function firstProjectId(token: string): Promise<string | undefined> {
  const headers = { Authorization: `Bearer ${token}` }
  const answer = await fetch('/v1/projects?limit=1', { headers }).catch(() => undefined)
  if (!answer?.ok) return undefined
  const { projects } = (await answer.json()) as { projects: { id: string }[] } // the service's own answer
  return projects[0]?.id
}

/** An example of a body with the account's project, and without ids of tasks and lanes, which the account does not have. */
function ofAccount(body: unknown, exampleId: string, projectId: string): unknown {
  const text = JSON.stringify(body, (key, value: unknown) =>
    key.endsWith('Id') && key !== 'projectId' && typeof value === 'string' ? undefined : value,
  )
  return JSON.parse(text.replaceAll(exampleId, projectId))
}

/**
 * Prepares the document for trying. Scalar fills the examples of parameters, and the first of listed values, into its forms
 * and sends them: ids that the account does not have, an old version, a key that a second request may not use, a dry run.
 * @param projectId the project that takes the place of the fictional one; undefined when none is known
 */
function forTrying({ paths }: ApiDocument, projectId: string | undefined): void {
  const operations = Object.values(paths).flatMap((path) => Object.entries(path))
  const parameters = operations.flatMap(([, operation]) => operation.parameters ?? [])
  const isProject = ({ name, required }: Parameter) => name === 'projectId' && required === true
  const exampleId = parameters.find(isProject)?.example
  for (const parameter of parameters) {
    delete parameter.example
    if (parameter.required !== true && parameter.schema.enum) parameter.schema.default ??= ''
  }
  if (projectId === undefined || typeof exampleId !== 'string') return
  for (const [method, { parameters: own = [], requestBody }] of operations) {
    // nobody deletes a project by one click
    if (method !== 'delete') for (const parameter of own.filter(isProject)) parameter.example = projectId
    const contents = Object.values(requestBody?.content ?? {})
    for (const example of contents.flatMap(({ examples = {} }) => Object.values(examples)))
      example.value = ofAccount(example.value, exampleId, projectId)
  }
}

/** Shows the reference. Who is signed in to the web interface can try it at once. */
async function open(): Promise<void> {
  const token = await signedInToken()
  const projectId = token === null ? undefined : await firstProjectId(token)
  const fetchForTrying = async (...request: Parameters<typeof fetch>): Promise<Response> => {
    const answer = await fetch(...request)
    if (new URL(answer.url).pathname !== documentUrl) return answer
    const description = (await answer.json()) as ApiDocument // the service's own document
    forTrying(description, projectId)
    return Response.json(description)
  }
  Scalar.createApiReference('#reference', {
    url: documentUrl,
    customFetch: fetchForTrying,
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
    authentication: {
      preferredSecurityScheme: 'bearer',
      securitySchemes: { bearer: { token: token ?? '' } },
    },
    hiddenClients: true, // the samples are those of the document
    modelsSectionLabel: 'Objects',
    showOperationId: true,
  })
  new MutationObserver(nameButtons).observe(document.body, { childList: true, subtree: true })
}

const [, fragment = ''] = location.hash.split('#')
// an error's `docs` has its code as the fragment: a page of its own explains it
if (/^[a-z]+(?:_[a-z]+)*$/.test(fragment)) location.replace(`/docs/reference/errors#${fragment}`)
else void open()
