/**
 * Replaces @aws-sdk/core/client without its logger, to which every request and answer would be passed, and without its
 * warning about old releases of Node. No client here has a logger, and Lambda's Node is a new one. This saves 1.3 KiB.
 */
// @ts-expect-error the file has no types; an import by the package's name would be replaced by this module
export * from '../../../node_modules/@aws-sdk/core/dist-es/submodules/client/index.js'

export const getLoggerPlugin = () => ({ applyToStack: () => undefined })
export const emitWarningIfUnsupportedVersion = () => undefined
