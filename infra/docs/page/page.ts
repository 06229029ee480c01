import { createHash } from 'node:crypto'
import type { OpenApiDocument } from '../openapi/types.ts'
import { errorCodes, errorSection } from './errors.ts'
import { fieldTable } from './fields.ts'
import { escape, inline, paragraphs } from './html.ts'
import { anchorOf, operationSection } from './operation.ts'
import type { Place } from './samples.ts'
import { script } from './script.ts'
import { style } from './style.ts'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The page may run its own script and use its own style, and ask no host for anything. */
const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src ${hashOf(style)}`,
  `script-src ${hashOf(script)}`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** Every operation with its place, in the order of the document. */
export const placesOf = (document: OpenApiDocument): Place[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

const link = (anchor: string, text: string) => `<li><a href="#${anchor}">${escape(text)}</a></li>`

const menu = (title: string, links: string[]) =>
  `<div data-group><h2>${escape(title)}</h2><ul>${links.join('')}</ul></div>`

const begin = `<section class="entry" id="begin"><h3><a href="#begin">Begin</a></h3>
<p>The samples are for a shell with two variables, and for the package <code>@tasks-api/client</code>, which lies in the folder <code>client</code> of the API’s repository:</p>
<figure class="code curl"><figcaption>curl</figcaption><pre tabindex="0"><code>URL=<span class="base-url">http://localhost:3000/v1</span> TOKEN=tsk_…</code></pre></figure>
<figure class="code typescript"><figcaption>TypeScript</figcaption><pre tabindex="0"><code>import { TasksClient } from '@tasks-api/client'

const client = new TasksClient({ baseUrl: '<span class="base-url">http://localhost:3000/v1</span>', token: 'tsk_…' })</code></pre></figure>
<p class="choice">Show <button value="both" aria-pressed="true">both</button> <button value="curl" aria-pressed="false">curl</button> <button value="typescript" aria-pressed="false">TypeScript</button></p>
<p>The same as <a href="openapi.json">OpenAPI 3.1</a>, for generators.</p></section>`

function objects(document: OpenApiDocument): string {
  const sections = Object.entries(document.components.schemas).map(([name, schema]) => {
    const shapes = schema.oneOf ?? [schema]
    const tables = shapes.map((shape) => fieldTable(name, shape, document)).join('\n')
    return `<section class="entry" id="object-${name}"><h3><a href="#object-${name}">${name}</a></h3>${tables}</section>`
  })
  return `<div data-group><h2>Objects</h2>${sections.join('\n')}</div>`
}

/** Renders the document as one page that needs no other file and no network. */
export function renderPage(document: OpenApiDocument): { html: string; contentSecurityPolicy: string } {
  const places = placesOf(document)
  const groups = document.tags.map(({ name, description }) => ({
    name,
    description,
    places: places.filter(({ operation }) => operation.tags.includes(name)),
  }))
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy}">
<title>Tasks API</title>
<style>${style}</style>
</head>
<body>
<nav aria-label="Contents">
<label for="search">Search</label>
<input id="search" type="search" placeholder="press /" autocomplete="off">
<p id="none" hidden>Nothing is found.</p>
${menu('Start', [link('begin', 'Begin')])}
${groups
  .map((group) =>
    menu(
      group.name,
      group.places.map((place) => link(anchorOf(place), place.operation.summary)),
    ),
  )
  .join('\n')}
${menu(
  'Objects',
  Object.keys(document.components.schemas).map((name) => link(`object-${name}`, name)),
)}
${menu(
  'Errors',
  errorCodes.map((code) => link(code, code)),
)}
</nav>
<main>
<h1>Tasks API</h1>
${paragraphs(String(document.info.description))}
${begin}
${groups
  .map(
    (group) =>
      `<div data-group><h2>${escape(group.name)}</h2><p>${inline(group.description)}</p>\n${group.places.map((place) => operationSection(place, document)).join('\n')}</div>`,
  )
  .join('\n')}
${objects(document)}
<div data-group><h2>Errors</h2><p>Every error has the code, a message that names what to change, the id of the request, and in <code>docs</code> a link to its section here.</p>
${errorCodes.map((code) => errorSection(code, places)).join('\n')}</div>
</main>
<script>${script}</script>
</body>
</html>
`
  return { html, contentSecurityPolicy: `${contentSecurityPolicy}; frame-ancestors 'none'` }
}
