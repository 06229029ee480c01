import { entrySection, requestBlocks } from './html.ts'

const baseUrl = 'http://localhost:3000/v1'

const text = `<h2><a href="#begin">Begin</a></h2>
<p>The samples are for a shell with two variables, and for the package <code>@tasks-api/client</code>, which lies in the folder <code>client</code> of the API’s repository.</p>
<p>When the service itself serves this page, “Try it” runs an operation there. Paste a token into the form. The page keeps it in that field only and stores it nowhere: it is gone when you leave or reload the page.</p>
<p>For generators, there is the same as <a href="openapi.json">OpenAPI 3.1</a>.</p>`

const samples = requestBlocks(
  `URL=${baseUrl}\nTOKEN=tsk_…`,
  `import { TasksClient } from '@tasks-api/client'

const client = new TasksClient({
  baseUrl: '${baseUrl}',
  token: 'tsk_…',
})`,
)

/** What a reader needs first. The page's script puts the URL of the service in place of the example. */
export const begin = entrySection(
  'begin',
  text,
  samples.replaceAll(baseUrl, `<span class="base-url">${baseUrl}</span>`),
)
