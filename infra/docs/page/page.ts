import type { OpenApiDocument } from '../openapi/types.ts'
import { pageAssets } from './assets.ts'
import { begin } from './begin.ts'
import { errorCodes, errorSection } from './errors.ts'
import { fieldList } from './fields.ts'
import { entrySection, escape, inline, paragraphs } from './html.ts'
import { anchorOf, operationSection } from './operation.ts'
import type { Place } from './samples.ts'
import { tryDataOf } from './try-data.ts'

/** Every operation with its path and method, in the order of the document. */
export const placesOf = (document: OpenApiDocument): Place[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

/** A heading and its entries; a search shows or hides them together. */
interface Group {
  title: string
  /** As HTML. */
  about: string
  entries: { anchor: string; title: string; html: string }[]
}

/** The events that the service sends, each with its object and when it happens, as HTML. */
function eventList({ webhooks }: OpenApiDocument): string {
  const items = Object.entries(webhooks).map(([type, { post }]) => {
    const schema = post.requestBody?.content['application/json']?.schema.$ref ?? ''
    const name = schema.replace('#/components/schemas/', '')
    return `<li><code>${escape(type)}</code> (<a href="#object-${name}">${name}</a>): ${inline(post.description)}</li>`
  })
  return `<p>The events:</p><ul>${items.join('')}</ul>`
}

function groupsOf(document: OpenApiDocument, places: Place[]): Group[] {
  const resources = document.tags.map(({ name, description }) => ({
    title: name,
    about: `<p>${inline(description)}</p>${name === 'Webhooks' ? eventList(document) : ''}`,
    entries: places
      .filter(({ operation }) => operation.tags.includes(name))
      .map((place) => ({
        anchor: anchorOf(place),
        title: place.operation.summary,
        html: operationSection(place, document),
      })),
  }))
  const objects = Object.entries(document.components.schemas).map(([name, schema]) => {
    const anchor = `object-${name}`
    const lists = (schema.oneOf ?? [schema]).map((shape) => fieldList('Fields', shape, document))
    const html = entrySection(anchor, `<h3><a href="#${anchor}">${name}</a></h3>${lists.join('')}`)
    return { anchor, title: name, html }
  })
  const errors = errorCodes.map((code) => ({ anchor: code, title: code, html: errorSection(code, places) }))
  const aboutErrors =
    'Every error has a code, a message that says what to change, and the id of the request. `docs` is a link to the section of the code on this page.'
  return [
    ...resources,
    { title: 'Objects', about: '', entries: objects },
    { title: 'Errors', about: `<p>${inline(aboutErrors)}</p>`, entries: errors },
  ]
}

const menu = (title: string, links: { anchor: string; title: string }[]) =>
  `<div data-group><h2>${escape(title)}</h2><ul>${links
    .map(({ anchor, title: text }) => `<li><a href="#${anchor}">${escape(text)}</a></li>`)
    .join('')}</ul></div>`

/** Data in a script element. `<` is escaped because it could end the element. */
const dataBlock = (id: string, data: unknown) =>
  `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`

/** Renders the document as one page without other files. The page sends requests only to the service that serves it. */
export function renderPage(document: OpenApiDocument): { html: string; contentSecurityPolicy: string } {
  const { style, script, contentSecurityPolicy } = pageAssets()
  const places = placesOf(document)
  const groups = groupsOf(document, places)
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
<a class="skip" href="#content">Skip to the content</a>
<nav aria-label="Contents">
<label for="search">Search</label>
<input id="search" type="search" placeholder="press /" autocomplete="off">
<p id="none" role="status"></p>
<details id="contents" open><summary>Contents</summary>
${menu('Start', [{ anchor: 'begin', title: 'Begin' }])}
${groups.map(({ title, entries }) => menu(title, entries)).join('\n')}
</details>
</nav>
<main id="content" tabindex="-1">
<h1>Tasks API</h1>
<div class="about">${paragraphs(String(document.info.description))}</div>
${begin}
${groups
  .map(
    ({ title, about, entries }) =>
      `<div data-group><div class="about"><h2>${escape(title)}</h2>${about}</div>\n${entries.map((entry) => entry.html).join('\n')}</div>`,
  )
  .join('\n')}
</main>
${dataBlock('try-data', tryDataOf(places, document))}
<script>${script}</script>
</body>
</html>
`
  return { html, contentSecurityPolicy: `${contentSecurityPolicy}; frame-ancestors 'none'` }
}
