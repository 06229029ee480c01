import type { StandardRetryStrategy as Strategy } from '@smithy/core/retry'
// @ts-expect-error the file has no types; an import by the package's name would be replaced by this module
import { StandardRetryStrategy as untyped } from '../../../node_modules/@smithy/core/dist-es/submodules/retry/index.js'
// @ts-expect-error this file has no types either
export * from '../../../node_modules/@smithy/core/dist-es/submodules/retry/index.js'

const StandardRetryStrategy = untyped as typeof Strategy // the package's own

interface Settings {
  maxAttempts: number
}

/**
 * Replaces @smithy/core/retry without the retry mode `adaptive`, which measures and limits the rate of requests.
 * lib/table/table.ts sets the mode `standard` and the attempts. This saves 3.4 KiB.
 */
export function resolveRetryConfig<S extends Settings>(
  settings: S,
  defaults?: { defaultBaseDelay?: number | undefined },
) {
  const { maxAttempts } = settings
  const baseDelay = defaults?.defaultBaseDelay
  const strategy = new StandardRetryStrategy({ maxAttempts, ...(baseDelay !== undefined && { baseDelay }) })
  return Object.assign(settings, {
    maxAttempts: () => Promise.resolve(maxAttempts),
    retryStrategy: () => Promise.resolve(strategy),
  })
}
