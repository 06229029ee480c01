import { entrySection, requestBlocks } from './html.ts'

const baseUrl = 'http://localhost:3000/v1'

const text = `<h2><a href="#begin">Begin</a></h2>
<p>The curl samples need two shell variables. The TypeScript samples use the package <code>@tasks-api/client</code>, which is in the folder <code>client</code> of the API’s repository.</p>
<p>When the service itself serves this page, “Try it” runs an operation there. Paste a token into the form. The page shows it in the token fields of all forms, and keeps it nowhere else. When you leave or reload the page, the token is gone.</p>
<p>For code generators, the same reference is available as <a href="openapi.json">OpenAPI 3.1</a>.</p>`

const samples = requestBlocks(
  `URL=${baseUrl}\nTOKEN=tsk_…`,
  `import { TasksClient } from '@tasks-api/client'

const client = new TasksClient({
  baseUrl: '${baseUrl}',
  token: 'tsk_…',
})`,
)

/** The first section of the page. The page's script replaces the example URL with the URL of the service. */
export const begin = entrySection(
  'begin',
  text,
  samples.replaceAll(baseUrl, `<span class="base-url">${baseUrl}</span>`),
)
