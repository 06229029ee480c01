import type { Plugin } from 'esbuild'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { endpoints, httpFunctions, routes } from '../../functions/index.ts'

const makesHandler = fileURLToPath(import.meta.resolve('../../lib/http/endpoint.ts'))
const compresses = fileURLToPath(import.meta.resolve('../../lib/http/compression.ts'))
const listsFunctions = fileURLToPath(import.meta.resolve('../../functions/index.ts'))
const opensConnection = fileURLToPath(import.meta.resolve('../../lib/table/open-connection.ts'))

/** Whether a caller waits for a function's first answer, and the function's role allows the reads of a start. */
const readsAtStart = (id: string): boolean =>
  httpFunctions.some((declared) => declared.id === id && declared.access.includes('BatchGetItem'))

/** The prefix of a function's id in the name of its entry point. */
const prefix = 'start:'

/** The entry point of a function's bundle. */
export const entryOf = (id: string): string => `${prefix}${id}`

/** An endpoint's file exports an operation, any other function's a handler. Answers of routes are compressed. */
const handlerLines = (id: string, source: string): string[] =>
  endpoints.some((declared) => declared.id === id)
    ? [
        `import { operation } from ${source}`,
        `import { handlerOf } from ${JSON.stringify(makesHandler)}`,
        `import { compressing } from ${JSON.stringify(compresses)}`,
        'export const handler = compressing(handlerOf(operation))',
      ]
    : httpFunctions.some((declared) => declared.id === id)
      ? [
          `import { handler as plain } from ${source}`,
          `import { compressing } from ${JSON.stringify(compresses)}`,
          'export const handler = compressing(plain)',
        ]
      : [`export { handler } from ${source}`]

/** The part of the list of functions in a bundle: the routes, for the function that answers when none fits. */
const routesModule = `export const routes = ${JSON.stringify(routes.map(({ method, path }) => ({ method, path })))}`

/**
 * Makes the entry point of each bundle: it exports the handler, and waits until the connection to the table is open. Lambda
 * counts this as a part of the start. Nothing else loads a function by this entry point, so on one machine no connection
 * is opened early.
 * @param sourceOf returns the source file of a function
 */
export const starts = (sourceOf: (id: string) => string): Plugin => ({
  name: 'starts',
  setup: (bundler) => {
    const filter = new RegExp(`^${prefix}`)
    bundler.onResolve({ filter }, ({ path }) => ({ path: path.slice(prefix.length), namespace: 'start' }))
    // only words need samples: without this, each bundle would have the schemas of which samples are made
    bundler.onResolve({ filter: /\/(samples|words)\.ts$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path),
      sideEffects: false,
    }))
    bundler.onLoad({ filter: /functions[/\\]index\.ts$/ }, ({ path }) =>
      path === listsFunctions ? { contents: routesModule } : undefined,
    )
    bundler.onLoad({ filter: /./, namespace: 'start' }, ({ path: id }) => {
      const lines = [
        ...handlerLines(id, JSON.stringify(sourceOf(id))),
        ...(readsAtStart(id)
          ? [`import { openConnection } from ${JSON.stringify(opensConnection)}`, 'await openConnection()']
          : []),
      ]
      return { contents: lines.join('\n'), resolveDir: import.meta.dirname }
    })
  },
})
