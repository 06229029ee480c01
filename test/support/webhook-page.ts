import type { Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { heading } from './form-page.ts'
import { startReceiver, type Receiver } from './receiver.ts'
import type { useWeb, VisitOptions } from './web.ts'

/** The list of deliveries in a webhook's page. */
export const rows = (page: Page) => page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem')

export const inDialog = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true })

/** The banner that says on every page that a webhook does not deliver. */
export const alarm = (page: Page) => page.locator('.webhook-alarm')

/** A receiver that ends with the test. */
export async function receiverOf(answer?: Receiver['answer']): Promise<Receiver> {
  const receiver = await startReceiver()
  if (answer) receiver.answer = answer
  onTestFinished(() => receiver.close())
  return receiver
}

/** Makes a webhook of a new project's tasks, which ends with the test, and opens its page. */
export async function openWebhook(
  web: ReturnType<typeof useWeb>,
  label: string,
  receiver: Receiver,
  options: VisitOptions = {},
) {
  const scene = await web.scene(label)
  const { client } = web.service
  const { webhook } = await client.webhooks.create({
    url: receiver.url,
    description: label,
    projectIds: [scene.projectId],
  })
  onTestFinished(async () => {
    await client.webhooks.delete(webhook.id)
  })
  const { page, requests } = await web.visit(`#/webhooks/${webhook.id}`, options)
  await heading(page, label).waitFor()
  const current = async () => (await client.webhooks.get(webhook.id)).webhook
  return { scene, webhook, page, requests, current }
}
