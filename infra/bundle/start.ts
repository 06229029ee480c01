import type { Plugin } from 'esbuild'
import { fileURLToPath } from 'node:url'
import { httpFunctions } from '../../lib/service/functions.ts'

const opensConnection = fileURLToPath(import.meta.resolve('../../lib/table/open-connection.ts'))

/** Whether a caller waits for a function's first answer, and its role allows what a start reads. */
const readsAtStart = (id: string): boolean =>
  httpFunctions.some((declared) => declared.id === id && declared.access.includes('BatchGetItem'))

/** What stands before a function's id in the name of its entry point. */
const prefix = 'start:'

/** The entry point of a function's bundle. */
export const entryOf = (id: string): string => `${prefix}${id}`

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
    bundler.onLoad({ filter: /./, namespace: 'start' }, ({ path: id }) => {
      const lines = [
        `export { handler } from ${JSON.stringify(sourceOf(id))}`,
        ...(readsAtStart(id)
          ? [`import { openConnection } from ${JSON.stringify(opensConnection)}`, 'await openConnection()']
          : []),
      ]
      return { contents: lines.join('\n'), resolveDir: import.meta.dirname }
    })
  },
})
