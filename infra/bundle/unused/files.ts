/**
 * Replaces node:fs and node:fs/promises, which the SDK uses for request bodies that are files, and for a user's ~/.aws. A
 * function sends no file and has no such folder. This saves no bytes, but about 5 % of the import time, because the real
 * modules load others, such as readline.
 */
const unused = () => {
  throw new Error('A bundle opens no files.')
}

export const createReadStream = unused
export const fstatSync = unused
export const lstatSync = unused

/** The SDK reads ~/.aws/config at the first request. Lambda has no such file; settings are in the environment. */
export const readFile = (path: string): Promise<never> =>
  Promise.reject(Object.assign(new Error(`${path} is absent.`), { code: 'ENOENT' }))

/** The SDK checks whether a body is an instance of this class. */
export const ReadStream = { [Symbol.hasInstance]: () => false }
