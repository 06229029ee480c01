/*
 * What the receivers of webhooks read. This file imports nothing, so that the web interface can use it.
 */

/** `standard`: the event as JSON. The others are a line for people, as the named service takes it. */
export const webhookFormats = ['standard', 'slack', 'discord', 'teams', 'ntfy'] as const
export type WebhookFormat = (typeof webhookFormats)[number]

/** The hosts of the services whose webhooks take no events. */
const hosts: readonly (readonly [WebhookFormat, RegExp])[] = [
  ['slack', /^hooks\.slack(-gov)?\.com$/],
  ['discord', /^((canary|ptb)\.)?discord(app)?\.com$/],
  // a workflow's address, its older form, and that of a connector
  ['teams', /\.(api\.powerplatform\.com|logic\.azure\.com|webhook\.office\.com)$/],
  ['ntfy', /^ntfy\./],
]

/** The format that a receiver probably reads, by the host of its URL. A text that is no URL gets `standard`. */
export function suggestedFormat(url: string): WebhookFormat {
  const host = URL.canParse(url) ? new URL(url).hostname : ''
  return hosts.find(([, pattern]) => pattern.test(host))?.[0] ?? 'standard'
}
