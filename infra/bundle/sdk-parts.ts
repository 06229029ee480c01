import type { Plugin } from 'esbuild'
import { readFileSync } from 'node:fs'

/** The errors of the commands that lib/table sends, as the SDK lists them with each command. */
export const knownErrors = [
  'ConditionalCheckFailedException',
  'IdempotentParameterMismatchException',
  'InternalServerError',
  'InvalidEndpointException',
  'ItemCollectionSizeLimitExceededException',
  'ProvisionedThroughputExceededException',
  'ReplicatedWriteConflictException',
  'RequestLimitExceeded',
  'ResourceNotFoundException',
  'ThrottlingException',
  'TransactionCanceledException',
  'TransactionConflictException',
  'TransactionInProgressException',
]

const registration = /^n0_registry\.registerError\((\w+)\$, \1\);$/gm

/**
 * Leaves out of DynamoDB's client the errors of commands that no function sends, such as those of backups. The client
 * registers all its errors by calls, so the bundler has to keep them. If DynamoDB answers with such an error after all,
 * it is a DynamoDBServiceException with the error's name. This saves 6.1 KiB.
 */
function withKnownErrors(source: string): string {
  const registered = [...source.matchAll(registration)].map(([, name]) => name)
  const unknown = knownErrors.filter((name) => !registered.includes(name))
  if (unknown.length > 0)
    throw new Error(`The SDK's file of schemas no longer registers ${unknown.join(', ')}.`)
  return source.replace(registration, (line, name: string) => (knownErrors.includes(name) ? line : ''))
}

/**
 * Leaves the version alone of a package.json: DynamoDB's client sends its own with each request, and `GET /health` answers
 * ours. This saves 2.3 KiB in each function.
 */
function versionOnly(source: string): string {
  const { version } = JSON.parse(source) as { version: string } // npm's own field
  return JSON.stringify({ version })
}

/** Leaves out parts of files. The files are in no package of their own that could be replaced. */
export const sdkParts: Plugin = {
  name: 'sdk-parts',
  setup: (bundler) => {
    bundler.onLoad({ filter: /client-dynamodb[\\/]dist-es[\\/]schemas[\\/]schemas_0\.js$/ }, ({ path }) => ({
      contents: withKnownErrors(readFileSync(path, 'utf8')),
    }))
    bundler.onLoad({ filter: /[\\/]package\.json$/ }, ({ path }) => ({
      contents: versionOnly(readFileSync(path, 'utf8')),
      loader: 'json',
    }))
  },
}
