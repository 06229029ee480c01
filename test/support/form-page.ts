import type { Page } from 'playwright-core'
import { all, type useWeb, type VisitOptions } from './web.ts'

/** What the tests of forms find in a page, as people and assistive technology do. */
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const textbox = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
export const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
export const alerts = (page: Page) => page.getByRole('alert').allTextContents()
export const statuses = (page: Page) => page.getByRole('status').allTextContents()

/** Makes a form in a new project, and opens its page. */
export async function openForm(
  web: ReturnType<typeof useWeb>,
  label: string,
  settings: { paused?: boolean } = {},
  options: VisitOptions = {},
) {
  const scene = await web.scene(label)
  const { client } = web.service
  const { form } = await client.forms.create({ projectId: scene.projectId, name: 'Contact', ...settings })
  const submissions = () => all(client.submissions.list(form.id))
  const { page, requests } = await web.visit(`#/projects/${scene.projectId}/forms/${form.id}`, options)
  await heading(page, 'Contact').waitFor()
  return { scene, form, page, requests, submissions }
}
