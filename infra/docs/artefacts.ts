import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import openapiTypescript, { astToString } from 'openapi-typescript'
import { format, resolveConfig } from 'prettier'
import n8nManifest from '../../integrations/n8n/package.json' with { type: 'json' }
import clientManifest from '../../client/package.json' with { type: 'json' }
import packageManifest from '../../package/package.json' with { type: 'json' }
import { maxIdempotencyKeyCharacters } from '../../lib/contract/limits.ts'
import { renderErrorsPage } from './errors-page.ts'
import { describeTools } from './mcp.ts'
import { buildDocument } from './openapi/document.ts'
import { describeServer } from './server-json.ts'
import { pagesWithFacts, withFacts } from './pages.ts'

const root = resolve(import.meta.dirname, '../..')

/** A file that is generated from the contract and the version in package.json, and checked in. */
export interface Artefact {
  path: string
  content: string
}

/** Formats a file with the repository's own settings. */
async function formatted(path: string, content: string): Promise<string> {
  const file = join(root, path)
  return format(content, { ...(await resolveConfig(file)), filepath: file })
}

/** What the client shares with the importer: the package imports nothing of the service. */
const trelloBoard = readFileSync(join(root, 'lib/transfer/trello-board.ts'), 'utf8')
const copiedNote = '// Copied from lib/transfer/trello-board.ts by npm run docs:build. Do not edit.\n\n'

const generatedNote = '// Generated from docs/openapi.json by npm run docs:build. Do not edit.\n'

/** The limit that the client checks itself: a longer key could not be sent in every way. */
const clientLimits = `// Generated from lib/contract/limits.ts by npm run docs:build. Do not edit.

export const maxIdempotencyKeyCharacters = ${maxIdempotencyKeyCharacters}
`

/** The document, the pages with facts of the code, the tools of agents, the client's types, and the manifests of the packages, as they should be in the repository. */
export async function docsArtefacts(): Promise<Artefact[]> {
  const document = buildDocument()
  const json = await formatted('docs/openapi.json', JSON.stringify(document))
  // a field with a default is optional in requests
  const types = astToString(await openapiTypescript(json, { defaultNonNullable: false }))
  const { version } = document.info
  const pages = [...pagesWithFacts(root)].map(async ([path, text]) => ({
    path,
    content: await formatted(path, withFacts(path, text, document)),
  }))
  return [
    ...(await Promise.all(pages)),
    { path: 'docs/openapi.json', content: json },
    {
      path: 'docs/reference/errors.md',
      content: await formatted('docs/reference/errors.md', renderErrorsPage(document)),
    },
    // what tools/list answers: functions/mcp/call.ts
    { path: 'docs/mcp.json', content: await formatted('docs/mcp.json', JSON.stringify(describeTools())) },
    { path: 'client/src/schema.ts', content: await formatted('client/src/schema.ts', generatedNote + types) },
    {
      path: 'server.json',
      content: await formatted('server.json', JSON.stringify(describeServer())),
    },
    { path: 'client/src/limits.ts', content: clientLimits },
    {
      path: 'client/src/trello-board.ts',
      content: await formatted('client/src/trello-board.ts', copiedNote + trelloBoard),
    },
    {
      path: 'client/package.json',
      content: await formatted('client/package.json', JSON.stringify({ ...clientManifest, version })),
    },
    {
      path: 'integrations/n8n/package.json',
      content: await formatted('integrations/n8n/package.json', JSON.stringify({ ...n8nManifest, version })),
    },
    {
      path: 'package/package.json',
      content: await formatted('package/package.json', JSON.stringify({ ...packageManifest, version })),
    },
  ]
}
