import * as z from 'zod/mini'

/** Whether a text is an origin (RFC 6454): a scheme, a host and perhaps a port. More, such as a query, makes the URL longer. */
const isOrigin = (text: string): boolean =>
  /^https?:\/\/[^/\s]+$/.test(text) && URL.canParse(text) && new URL(text).href === `${new URL(text).origin}/`

const environment = z.object({
  /** The origin under which callers reach the API. It is needed if the header `Host` does not show it. */
  PUBLIC_ORIGIN: z.optional(z.string().check(z.refine(isOrigin))),
  /** The header in which a CDN in front of the API sends the caller's address. */
  VIEWER_ADDRESS_HEADER: z.optional(z.string().check(z.regex(/^[a-z0-9-]+$/))),
})

export type HttpEnvironment = z.output<typeof environment>

/**
 * Reads the environment variables that describe a CDN or proxy in front of the API.
 * @throws Error that names the wrong variables
 */
export function readHttpEnvironment(variables: NodeJS.ProcessEnv = process.env): HttpEnvironment {
  const result = environment.safeParse(variables)
  if (result.success) return result.data
  const names = result.error.issues.map((issue) => issue.path.join('.')).join(', ')
  throw new Error(`These environment variables are wrong: ${names}`)
}

let current: HttpEnvironment | undefined

/** Returns this process's environment, which is read at the first call. */
export const httpEnvironment = (): HttpEnvironment => (current ??= readHttpEnvironment())
