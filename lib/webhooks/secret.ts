import { randomBytes } from 'node:crypto'

/**
 * Returns a new secret, with which a webhook's deliveries are signed: `whsec_` and 32 random bytes in base64. Standard
 * Webhooks asks for 24 to 64 bytes:
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md#signature-scheme
 */
export const createSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`
