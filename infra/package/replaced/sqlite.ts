import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

const firstNode = 24

/**
 * node:sqlite, which Node 20 does not have, and which is whole in Node 24 only. Before, a package has the same: it is
 * written for this, and brings SQLite for each system.
 */
const sqlite = (
  Number.parseInt(process.versions.node) >= firstNode
    ? process.getBuiltinModule('node:sqlite')
    : require('@photostructure/sqlite')
) as typeof import('node:sqlite') // the package's types differ in details that nobody uses here

export const { DatabaseSync, backup } = sqlite
