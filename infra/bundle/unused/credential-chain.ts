/**
 * In place of @aws-sdk/credential-provider-node, whose chain (profiles, SSO, STS, metadata services) is a third of
 * the SDK. It is never asked: lib/store/table.ts hands every client the credentials of the environment, which is
 * where Lambda puts a function's role. It brings 139 KiB, and nearly halves the time of an import.
 */
export const defaultProvider = () => () =>
  Promise.reject(new Error('A bundle takes its credentials from the environment alone.'))
