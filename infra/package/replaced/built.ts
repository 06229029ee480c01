import { resolve } from 'node:path'

/** infra/web-assets/built.ts, in the npm package, where both are built: the program is `infra/tasks/main.mjs`. */
const folderOf = (name: string) => Promise.resolve(resolve(import.meta.dirname, '../../dist', name))

/** The folder of the web interface. */
export const builtWeb = (): Promise<string> => folderOf('web')

/** The folder of the documentation. */
export const builtDocs = (): Promise<string> => folderOf('docs')
