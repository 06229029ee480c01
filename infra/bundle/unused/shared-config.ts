/**
 * In place of the two parts of @smithy/core/config that look for a person's ~/.aws/config and for an EC2 machine's
 * metadata, at the first request. Lambda has neither: a setting stands in the environment, or is the default.
 */
// @ts-expect-error the file has no types beside it; under its package's name it would be replaced by this one
export * from '../../../node_modules/@smithy/core/dist-es/submodules/config/index.js'

interface Setting<T> {
  environmentVariableSelector: (variables: NodeJS.ProcessEnv, options?: object) => T | undefined
  default: T | (() => T | Promise<T>)
}

const isLazy = <T>(value: T | (() => T | Promise<T>)): value is () => T | Promise<T> =>
  typeof value === 'function'

/** Reads a setting once, from the environment. */
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

/** lib/store/table.ts sets timeouts and retries itself: no mode has a say in them. */
export const resolveDefaultsModeConfig = () => () => Promise.resolve('legacy')
