import { build, type BuildOptions, type Plugin } from 'esbuild'
import { mkdirSync, renameSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { entryOf, starts } from './start.ts'

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
 * Keeps only the version of a package.json: DynamoDB's client sends its own with each request, and `GET /health`
 * answers ours. This saves 2.3 KiB in each function.
 */
function versionOnly(source: string): string {
  const { version } = JSON.parse(source) as { version: string } // npm's own field
  return JSON.stringify({ version })
}

/** Leaves out parts of files. The files are in no package of their own that could be replaced. */
const sdkParts: Plugin = {
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

/** The file in a bundle's folder that exports the handler to Lambda. */
export const bundleFile = 'index.mjs'

/**
 * Modules of the SDK that no function uses, or that take too long to load. Each replacement says why it is there, and
 * what it saves in tasks.move, the largest bundle. `npm run bench:cold -- --replacements` measures this. Most save about
 * 1 % of a start and its first answer. They stay because together they save about a tenth.
 */
const replacements = {
  '@aws-sdk/core/client': import.meta.resolve('./unused/sdk-logger.ts'),
  '@aws-sdk/credential-provider-node': import.meta.resolve('./unused/credential-chain.ts'),
  '@aws-sdk/lib-dynamodb': import.meta.resolve('./unused/paginators.ts'),
  '@aws-sdk/middleware-endpoint-discovery': import.meta.resolve('./unused/endpoint-discovery.ts'),
  '@modelcontextprotocol/server/_shims': import.meta.resolve('./unused/schema-validator.ts'),
  '@smithy/core/checksum': import.meta.resolve('./unused/checksum.ts'),
  '@smithy/core/config': import.meta.resolve('./unused/shared-config.ts'),
  '@smithy/core/event-streams': import.meta.resolve('./unused/event-streams.ts'),
  '@smithy/core/retry': import.meta.resolve('./unused/adaptive-retries.ts'),
  'node:fs': import.meta.resolve('./unused/files.ts'),
  'node:fs/promises': import.meta.resolve('./unused/files.ts'),
  'node:http': import.meta.resolve('./node/http.ts'),
  'node:process': import.meta.resolve('./node/process.ts'),
  'node:util': import.meta.resolve('./node/util.ts'),
}

/** The file that replaces each of these modules. */
export const alias = Object.fromEntries(
  Object.entries(replacements).map(([name, url]) => [name, fileURLToPath(url)]),
)

/** How every function is bundled, and the programs in which tests and benchmarks run them. */
export const bundleOptions = {
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  mainFields: ['module', 'main'],
  sourcemap: 'external',
  legalComments: 'none',
  outExtension: { '.js': '.mjs' },
  // dependencies in CommonJS may require Node's own modules; everything else is in the bundle
  banner: { js: 'const require=process.getBuiltinModule;' },
  logLevel: 'error',
} satisfies BuildOptions

/** Returns the source file of a function. */
export const sourceOf = (id: string): string =>
  resolve(import.meta.dirname, '../../functions', `${id.replace('.', '/')}.ts`)

/**
 * What is bundled, and how: an output `<id>/index.mjs` for each function.
 * @param replaced what to replace, for measurements
 */
export const bundleInputs = (ids: readonly string[], replaced: Record<string, string> = alias) => ({
  ...bundleOptions,
  alias: replaced,
  plugins: [starts(sourceOf), sdkParts],
  entryPoints: Object.fromEntries(ids.map((id) => [join(id, 'index'), entryOf(id)])),
})

/**
 * Bundles functions, each into `<folder>/<id>/index.mjs`. The source maps go to `<folder>/maps/<id>.map`, so they are not
 * uploaded. Many functions take little longer than one, because shared files are read once.
 * @param replaced what to replace, for measurements
 */
export async function bundleFunctions(
  ids: readonly string[],
  folder: string,
  replaced: Record<string, string> = alias,
): Promise<void> {
  await build({ ...bundleInputs(ids, replaced), outdir: folder })
  mkdirSync(join(folder, 'maps'), { recursive: true })
  for (const id of ids) renameSync(join(folder, id, `${bundleFile}.map`), join(folder, 'maps', `${id}.map`))
}
