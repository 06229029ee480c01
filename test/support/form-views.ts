import type { Page } from 'playwright-core'
import type { Stage } from './stage.ts'
import type { View } from './view.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const form = ({ formProjectId, formId }: Stage) => `#/projects/${formProjectId}/forms/${formId}`
const sample = '{"name": "Ada", "guests": 2, "message": "We will bring the lemonade.", "التاريخ": "غدا"}'

/** Returns the token of a person who may see forms but not change them. */
async function readOnly({ service }: Stage): Promise<string> {
  const { token } = await service.client.tokens.create({ name: 'Reader', scopes: ['read', 'hooks'] })
  return token.secret
}

async function signInAsReader(page: Page, stage: Stage): Promise<void> {
  await page.getByLabel('Token', { exact: true }).fill(await readOnly(stage))
  await button(page, 'Sign in').click()
  await page.evaluate(`location.hash = ${JSON.stringify(form(stage))}`)
  await page.getByRole('heading', { name: 'Guest list', exact: true }).waitFor()
  await button(page, 'Pause').waitFor()
  const { client } = stage.service
  for (const { id, name } of (await client.tokens.list()).tokens)
    if (name === 'Reader') await client.tokens.delete(id)
}

/** The views and dialogs of forms. */
export const formViews: View[] = [
  {
    name: 'forms',
    hash: ({ formProjectId }) => `#/projects/${formProjectId}/forms`,
    show: (page) => page.getByRole('link', { name: 'Guest list', exact: true }).waitFor(),
  },
  {
    name: 'forms-empty',
    hash: ({ emptyProjectId }) => `#/projects/${emptyProjectId}/forms`,
    show: (page) => page.getByText('No forms yet.').waitFor(),
  },
  {
    name: 'form',
    hash: form,
    show: async (page) => {
      await button(page, 'Replay all').waitFor()
      await page.getByRole('listitem').getByText('Task created').waitFor()
    },
  },
  {
    name: 'form-settings',
    hash: form,
    show: async (page) => {
      await page.getByRole('combobox', { name: 'Signature', exact: true }).selectOption('hmac')
      await page.getByRole('textbox', { name: 'Secret', exact: true }).fill('s3cret')
      await button(page, 'Save settings').scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'form-read-only',
    hash: () => '#/',
    token: () => null,
    show: signInAsReader,
  },
  {
    name: 'form-mapping',
    hash: (stage) => `${form(stage)}/mapping`,
    show: async (page) => {
      await page.getByLabel('Paste what the sender posts').fill(sample)
      await page.getByRole('textbox', { name: 'Label', exact: true }).fill('Invite {{name}} and {{nobody}}')
      await page.getByText('names {{nobody}}').waitFor()
    },
  },
  {
    name: 'form-mapping-wrong',
    hash: (stage) => `${form(stage)}/mapping`,
    show: async (page) => {
      await page.getByLabel('Paste what the sender posts').fill('{"name": "Ada"')
      await page.getByRole('alert').filter({ hasText: 'not valid JSON' }).waitFor()
    },
    errors: [400],
  },
  {
    name: 'form-url',
    hash: ({ emptyProjectId }) => `#/projects/${emptyProjectId}/forms`,
    show: async (page, { service, emptyProjectId }) => {
      await button(page, 'New form').click()
      await page.getByLabel('Name of the new form', { exact: true }).fill('Contact')
      await button(page, 'Create form').click()
      await page.getByRole('link', { name: 'Skip', exact: true }).click()
      await page.getByRole('textbox', { name: 'URL', exact: true }).waitFor()
      await page.waitForLoadState('networkidle') // the page has read its submissions
      for (const { id, project_id } of (await service.client.forms.list()).forms)
        if (project_id === emptyProjectId) await service.client.forms.delete(id)
    },
    errors: [404], // it may read them again when its form is gone
  },
  {
    name: 'form-rotate',
    hash: form,
    show: async (page) => {
      await button(page, 'New URL').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'form-delete',
    hash: form,
    show: async (page) => {
      await button(page, 'Delete form').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'submission',
    hash: form,
    show: async (page) => {
      await page.getByRole('button', { name: /^Body of submission 1, / }).click()
      await page.getByText('As it was sent', { exact: true }).click()
      await page.getByRole('region', { name: 'Body', exact: true }).waitFor()
    },
  },
  {
    name: 'board-held',
    hash: ({ formProjectId }) => `#/projects/${formProjectId}`,
    show: (page) => page.getByText('form submissions are waiting').waitFor(),
  },
]
