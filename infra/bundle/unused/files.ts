/**
 * In place of node:fs and node:fs/promises, which the SDK has for bodies that are files, and for a person's ~/.aws.
 * A function sends no file, and shared-config.ts reads none; but to load the real ones costs Node a good deal more
 * than their names, readline among it.
 */
const unused = () => {
  throw new Error('A bundle opens no files.')
}

export const createReadStream = unused
export const fstatSync = unused
export const lstatSync = unused
export const readFile = unused

/** The SDK asks of each body whether it is one of these. */
export const ReadStream = { [Symbol.hasInstance]: () => false }
