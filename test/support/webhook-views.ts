import type { Page } from 'playwright-core'
import type { Webhook } from '../../client/src/index.ts'
import type { Stage } from './stage.ts'
import type { View } from './view.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const webhook = ({ webhookId }: Stage) => `#/webhooks/${webhookId}`
const list = () => '#/webhooks'

/** The webhook of the stage in states that take days to come about. */
async function statesOf({ service, webhookId }: Stage): Promise<Webhook[]> {
  const { webhook: active } = await service.client.webhooks.get(webhookId)
  const failing = { failing_since: '2026-11-20T09:00:00.000Z', consecutive_failures: 5 }
  return [
    active,
    {
      ...active,
      ...failing,
      id: crypto.randomUUID(),
      description: null,
      event_types: ['task.completed', 'webhook.disabled'],
      next_attempt_at: '2026-11-22T09:00:00.000Z',
    },
    { ...active, id: crypto.randomUUID(), description: 'To the newsletter', status: 'paused' },
    {
      ...active,
      ...failing,
      id: crypto.randomUUID(),
      description: 'To the old shop',
      status: 'disabled',
      disabled_reason: 'Nothing could be delivered for 75 hours.',
    },
  ]
}

/** Lets the page find other webhooks than there are. */
async function pretend(page: Page, webhooks: Webhook[]): Promise<void> {
  await page.route('**/v1/webhooks', (route) => route.fulfill({ json: { webhooks } }))
  for (const one of webhooks)
    await page.route(`**/v1/webhooks/${one.id}`, (route) => route.fulfill({ json: { webhook: one } }))
  await page.reload()
}

const delivered = (page: Page) =>
  page.getByRole('list', { name: 'Deliveries' }).getByText('Delivered').first().waitFor()

/** Presses a button of a webhook's page, and waits for the dialog. */
const dialog =
  (name: string): View['show'] =>
  async (page) => {
    await button(page, name).click()
    await page.getByRole('dialog').waitFor()
  }

async function signInWithoutRead(page: Page, stage: Stage): Promise<void> {
  const { client } = stage.service
  const { token } = await client.tokens.create({ name: 'Hooks', scopes: ['hooks'] })
  await page.getByLabel('Token', { exact: true }).fill(token.secret)
  await button(page, 'Sign in').click()
  await page.evaluate(`location.hash = ${JSON.stringify(webhook(stage))}`)
  await button(page, 'Pause').waitFor()
  await client.tokens.delete(token.id)
}

/** The views and dialogs of webhooks. */
export const webhookViews: View[] = [
  {
    name: 'webhooks',
    hash: list,
    show: async (page, stage) => {
      await pretend(page, await statesOf(stage))
      await page.getByRole('link', { name: 'To the old shop', exact: true }).waitFor()
      await page.getByText('2 webhooks do not deliver.').waitFor()
    },
  },
  {
    name: 'webhooks-empty',
    hash: list,
    show: async (page) => {
      await pretend(page, [])
      await page.getByText('No webhooks yet.').waitFor()
    },
  },
  {
    name: 'webhook-new',
    hash: list,
    show: async (page) => {
      await dialog('New webhook')(page, {} as Stage) // the stage is not looked at
      await page.getByRole('checkbox', { name: 'Every change of a task', exact: true }).uncheck()
      await page.getByRole('checkbox', { name: 'All projects', exact: true }).uncheck()
      await page.getByRole('checkbox', { name: 'Garden', exact: true }).waitFor()
    },
  },
  {
    name: 'webhook-new-wrong',
    hash: list,
    errors: [400],
    show: async (page) => {
      await button(page, 'New webhook').click()
      await page.getByRole('textbox', { name: 'URL', exact: true }).fill('shop.example')
      await page.getByRole('checkbox', { name: 'All projects', exact: true }).uncheck()
      await button(page, 'Create webhook').click()
      await page.getByText('Must be a web address').waitFor()
    },
  },
  { name: 'webhook', hash: webhook, show: delivered },
  {
    name: 'webhook-settings',
    hash: webhook,
    show: async (page) => {
      await delivered(page)
      await page.getByRole('combobox', { name: 'Headers that are set', exact: true }).selectOption('replace')
      await button(page, 'Save settings').scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'webhook-disabled',
    hash: webhook,
    show: async (page, stage) => {
      const [active, , , disabled] = await statesOf(stage)
      if (active && disabled) await pretend(page, [{ ...disabled, id: active.id }])
      await button(page, 'Activate').waitFor()
      await page.getByRole('link', { name: 'Look at it', exact: true }).waitFor()
    },
  },
  {
    name: 'webhook-failing',
    hash: webhook,
    show: async (page, stage) => {
      const [active, failing] = await statesOf(stage)
      if (active && failing) await pretend(page, [{ ...failing, id: active.id }])
      await page.getByText('The deliveries below say why.').waitFor()
    },
  },
  { name: 'webhook-read-only', hash: () => '#/', token: () => null, errors: [403], show: signInWithoutRead },
  {
    name: 'webhook-secret',
    hash: webhook,
    show: async (page) => {
      await button(page, 'New secret').click()
      await button(page, 'Replace the secret').click()
      await page.getByRole('textbox', { name: 'Secret', exact: true }).waitFor()
    },
  },
  {
    name: 'webhook-test',
    hash: webhook,
    show: async (page) => {
      await button(page, 'Test').click()
      await page.getByRole('region', { name: 'Answered', exact: true }).waitFor()
    },
  },
  { name: 'webhook-replay', hash: webhook, show: dialog('Replay') },
  { name: 'webhook-rotate', hash: webhook, show: dialog('New secret') },
  { name: 'webhook-delete', hash: webhook, show: dialog('Delete webhook') },
  {
    name: 'delivery',
    hash: webhook,
    show: async (page) => {
      await page.getByRole('button', { name: /^Details of delivery 1, / }).click()
      await page.getByRole('region', { name: 'Answered', exact: true }).waitFor()
    },
  },
]
