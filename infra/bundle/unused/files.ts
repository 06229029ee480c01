/**
 * In place of node:fs and node:fs/promises, which the SDK has for bodies that are files, and for a person's ~/.aws.
 * A function sends no file and has no such folder. It brings no bytes, but about 5 % of the time of an import: to load
 * the real modules Node loads a good deal more than their names, readline among it.
 * `npm run bench:cold -- --replacements` prints what each replacement brings.
 */
const unused = () => {
  throw new Error('A bundle opens no files.')
}

export const createReadStream = unused
export const fstatSync = unused
export const lstatSync = unused

/** The SDK asks for ~/.aws/config at the first request. On Lambda it is absent: settings stand in the environment. */
export const readFile = (path: string): Promise<never> =>
  Promise.reject(Object.assign(new Error(`${path} is absent.`), { code: 'ENOENT' }))

/** The SDK asks of each body whether it is one of these. */
export const ReadStream = { [Symbol.hasInstance]: () => false }
