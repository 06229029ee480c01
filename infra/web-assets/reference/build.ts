import { build } from 'esbuild'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sitePath } from '../../../lib/contract/routes.ts'

const base = `${sitePath}/assets/`

/** A route that the plugin adds to its server. */
interface Route {
  url: string
  handler: (request: unknown, reply: unknown) => unknown
}

/** Scalar's plugin for servers, as far as it is called here. Its own types need those of Fastify, which is not there. */
type Plugin = (
  server: { initialConfig: object; route: (route: Route) => void },
  options: { configuration: { url: string } },
  done: () => void,
) => void

/** Scalar gives a header the address `….headers.NAME`, and looks for `.header.` when it opens an address. */
const soughtHeader = '`.header.`'

/**
 * The script of the API reference, as Scalar's plugin for servers sends it. Its package has only that file; the
 * reference's own package brings 200 others, which are needed only to build it.
 * @throws Error when the plugin has no such route, or its script has changed
 */
async function scalarScript(): Promise<string> {
  const module: unknown = await import('@scalar/fastify-api-reference')
  const { default: plugin } = module as { default: unknown } // its own types need those of Fastify
  const routes: Route[] = []
  const server = { initialConfig: {}, route: (route: Route) => routes.push(route) }
  await new Promise<void>((done) => {
    const open = plugin as Plugin
    open(server, { configuration: { url: '/' } }, done)
  })
  const route = routes.find(({ url }) => url.endsWith('/scalar.js'))
  let sent: unknown
  const reply = { header: () => reply, send: (content: unknown) => (sent = content) }
  await route?.handler({}, reply)
  if (typeof sent !== 'string') throw new Error("Scalar's plugin does not send its script.")
  if (sent.split(soughtHeader).length !== 2)
    throw new Error("Scalar's script reads addresses in another way. See whether links to headers work.")
  return sent.replace(soughtHeader, '`.headers.`').replace(/\n\/\/# sourceMappingURL=.*$/, '')
}

/** Writes a file with a hash of its content in its name, and returns its URL. */
function writeAsset(folder: string, name: string, extension: string, content: string): string {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8)
  writeFileSync(join(folder, 'assets', `${name}.${hash}.${extension}`), content)
  return `${base}${name}.${hash}.${extension}`
}

/** Bundles a script or a style of this folder. */
async function bundled(path: string): Promise<string> {
  const entryPoints = [join(import.meta.dirname, 'browser', path)]
  const { outputFiles } = await build({
    entryPoints,
    bundle: true,
    minify: true,
    format: 'iife',
    write: false,
  })
  return outputFiles[0]?.text ?? ''
}

/**
 * Adds the page of the API reference to the built documentation, with all that it loads.
 * @param folder the documentation's
 */
export async function buildReference(folder: string): Promise<void> {
  const scalarUrl = writeAsset(folder, 'scalar', 'js', await scalarScript())
  const startUrl = writeAsset(folder, 'reference', 'js', await bundled('main.ts'))
  const styleUrl = writeAsset(folder, 'reference', 'css', await bundled('style.css'))
  const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="description" content="Every operation of the Tasks API, with samples and requests to try." />
    <title>API reference | Tasks API</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="${styleUrl}" />
    <script defer src="${scalarUrl}"></script>
    <script defer src="${startUrl}"></script>
  </head>
  <body>
    <nav class="to-docs" aria-label="Documentation"><a href="/docs/">← Documentation of the Tasks API</a></nav>
    <div id="reference"></div>
    <noscript>The API reference needs JavaScript. The document itself is at <a href="/v1/openapi.json">/v1/openapi.json</a>.</noscript>
  </body>
</html>
`
  writeFileSync(join(folder, 'api.html'), page)
}
