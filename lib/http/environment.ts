import * as z from 'zod/mini'

/** Whether a text is an origin (RFC 6454): a scheme, a host and perhaps a port. More, such as a query, makes the URL longer. */
const isOrigin = (text: string): boolean =>
  /^https?:\/\/[^/\s]+$/.test(text) && URL.canParse(text) && new URL(text).href === `${new URL(text).origin}/`

const environment = z.object({
  /** The origin under which callers reach the API. It is needed if the header `Host` does not show it. */
  PUBLIC_ORIGIN: z.optional(
    z.string().check(
      z.refine(isOrigin, {
        error: 'must be an origin without a path, such as https://tasks.example.com',
      }),
    ),
  ),
  /** The header in which a CDN in front of the API sends the caller's address. */
  VIEWER_ADDRESS_HEADER: z.optional(
    z.string().check(z.regex(/^[a-z0-9-]+$/, { error: 'must be the name of a header in lower case' })),
  ),
})

export type HttpEnvironment = z.output<typeof environment>

/**
 * Reads the environment variables that describe a CDN or proxy in front of the API.
 * @throws Error that names the first wrong variable, and says what it must be
 */
export function readHttpEnvironment(variables: NodeJS.ProcessEnv = process.env): HttpEnvironment {
  const result = environment.safeParse(variables)
  if (result.success) return result.data
  const [{ path, message } = { path: [], message: '' }] = result.error.issues // there is one
  const name = path.join('.')
  throw new Error(`${name} ${message}, not ${JSON.stringify(variables[name])}.`)
}

let current: HttpEnvironment | undefined

/** Returns this process's environment, which is read at the first call. */
export const httpEnvironment = (): HttpEnvironment => (current ??= readHttpEnvironment())
