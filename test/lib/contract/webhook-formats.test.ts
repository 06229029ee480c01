import { describe, expect, it } from 'vitest'
import { suggestedFormat, type WebhookFormat } from '../../../lib/contract/webhook-formats.ts'

describe('the format that a URL suggests', () => {
  it.each<[WebhookFormat, string]>([
    ['slack', 'https://hooks.slack.com/services/T0/B0/x'],
    ['slack', 'https://HOOKS.SLACK.COM/triggers/T0/1/x'],
    ['slack', 'https://hooks.slack-gov.com/services/T0/B0/x'],
    ['discord', 'https://discord.com/api/webhooks/1/x'],
    ['discord', 'https://discordapp.com/api/webhooks/1/x'],
    ['discord', 'https://canary.discord.com/api/webhooks/1/x'],
    ['teams', 'https://contoso.webhook.office.com/webhookb2/x/IncomingWebhook/y/z'],
    ['teams', 'https://prod-12.westeurope.logic.azure.com:443/workflows/x/triggers/manual/paths/invoke'],
    ['teams', 'https://default1.2.environment.api.powerplatform.com:443/powerautomate/x'],
    ['ntfy', 'https://ntfy.sh/tasks'],
    ['ntfy', 'https://ntfy.example.com/tasks'],
    ['standard', 'https://example.com/hooks.slack.com'],
    ['standard', 'https://hooks.slack.com.example.com/'],
    ['standard', 'https://evil-discord.com/'],
    ['standard', 'https://slack.com/'],
    ['standard', 'hooks.slack.com'],
    ['standard', ''],
  ])('is %s for %s', (format, url) => {
    expect(suggestedFormat(url)).toBe(format)
  })
})
