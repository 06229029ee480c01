import * as z from 'zod/mini'

const environment = z.object({
  TABLE_NAME: z.string().check(z.minLength(3)),
  AWS_REGION: z._default(z.string(), 'local'),
  /** The URL of the local engine; unset on AWS. */
  DYNAMODB_ENDPOINT: z.optional(z.string()),
  AWS_ACCESS_KEY_ID: z._default(z.string(), 'local'),
  AWS_SECRET_ACCESS_KEY: z._default(z.string(), 'local'),
  AWS_SESSION_TOKEN: z.optional(z.string()),
})

/**
 * Reads the environment variables that a function needs.
 * @throws Error that names the missing or wrong variables
 */
export function readEnvironment(variables: NodeJS.ProcessEnv = process.env) {
  const result = environment.safeParse(variables)
  if (result.success) return result.data
  const names = result.error.issues.map((issue) => issue.path.join('.')).join(', ')
  throw new Error(`These environment variables are missing or wrong: ${names}`)
}

/**
 * Region and credentials for a client of AWS. Lambda's environment holds the credentials too, so no provider chain is
 * loaded.
 */
export function accessOfEnvironment(variables = readEnvironment()) {
  return {
    region: variables.AWS_REGION,
    credentials: {
      accessKeyId: variables.AWS_ACCESS_KEY_ID,
      secretAccessKey: variables.AWS_SECRET_ACCESS_KEY,
      ...(variables.AWS_SESSION_TOKEN && { sessionToken: variables.AWS_SESSION_TOKEN }),
    },
  }
}
