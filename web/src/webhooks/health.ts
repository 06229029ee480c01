import type { Webhook } from '../../../client/src/index.ts'

/** What people call a webhook: its description, else its URL. */
export const titleOf = ({ description, url }: Pick<Webhook, 'description' | 'url'>): string =>
  description ?? url.replace(/^https?:\/\//, '')

const dayMs = 24 * 60 * 60 * 1000

/** Whether a webhook does not deliver and a person should look at it. */
export const needsHelp = ({ status, failing_since }: Webhook, nowMs: number): boolean =>
  status === 'disabled' ||
  (status === 'active' && failing_since !== null && nowMs - Date.parse(failing_since) >= dayMs)

/** Why a webhook needs help; it goes on after the webhook's name. */
export const reasonOf = ({ status, disabled_reason }: Webhook): string =>
  status === 'disabled'
    ? `is disabled. ${disabled_reason ?? 'Nothing is sent to it.'}`
    : 'has failed for more than a day.'
