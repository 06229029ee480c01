/**
 * Replaces the three parts of @smithy/core/config that read a user's ~/.aws/config and an EC2 machine's metadata at the
 * first request. Lambda has neither: a setting comes from the environment, or is the default. This saves 6.2 KiB.
 */
// @ts-expect-error the file has no types; an import by the package's name would be replaced by this module
export * from '../../../node_modules/@smithy/core/dist-es/submodules/config/index.js'

interface Setting<T> {
  environmentVariableSelector: (variables: NodeJS.ProcessEnv, options?: object) => T | undefined
  default: T | (() => T | Promise<T>)
}

const isLazy = <T>(value: T | (() => T | Promise<T>)): value is () => T | Promise<T> =>
  typeof value === 'function'

/** Returns a function that reads a setting from the environment and remembers it. */
export function loadConfig<T>(setting: Setting<T>, options?: object): () => Promise<T> {
  const read = async () => {
    const otherwise = setting.default
    return (
      setting.environmentVariableSelector(process.env, options) ??
      (isLazy(otherwise) ? otherwise() : otherwise)
    )
  }
  let known: Promise<T> | undefined
  return () => (known ??= read())
}

/** The mode has no effect, because lib/table/table.ts sets the timeouts and retries. */
export const resolveDefaultsModeConfig = () => () => Promise.resolve('legacy')

/** The region is in the environment, or lib/table/table.ts sets it. */
export const NODE_REGION_CONFIG_OPTIONS = {
  environmentVariableSelector: ({ AWS_REGION }: NodeJS.ProcessEnv) => AWS_REGION,
  default: () => Promise.reject(new Error('Region is missing')),
}
