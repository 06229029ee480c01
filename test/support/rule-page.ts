import type { Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import type { NewRule } from '../../client/src/index.ts'
import { button, heading } from './form-page.ts'
import type { useWeb, VisitOptions } from './web.ts'

type Web = ReturnType<typeof useWeb>

/** The log in a rule's page. */
export const runs = (page: Page) =>
  page.getByRole('list', { name: 'Runs', exact: true }).getByRole('listitem')

/** The times that a rule's form or page shows. */
export const times = (page: Page) =>
  page.getByRole('list', { name: 'Next times', exact: true }).getByRole('listitem')

/** The same as the service has them. */
export const timesAt = (page: Page): Promise<string[]> =>
  times(page)
    .getByRole('time')
    .evaluateAll((all) => all.map((one) => one.getAttribute('datetime') ?? ''))

export const choice = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })
export const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })

/** The rules of a project, as the service has them. */
export const rulesOf = async (web: Web, projectId: string) =>
  (await web.service.client.rules.list({ projectId })).rules

/** The only rule of a project. */
export async function ruleOf(web: Web, projectId: string) {
  const [rule, ...others] = await rulesOf(web, projectId)
  if (!rule || others.length > 0) throw new Error('There is not one rule.')
  return rule
}

/** Makes a rule in a new project, and opens its page. */
export async function openRule(
  web: Web,
  label: string,
  parts: Pick<NewRule, 'trigger' | 'action'>,
  options: VisitOptions = {},
) {
  const scene = await web.scene(label, ['Finance'])
  const { rule } = await web.service.client.rules.create({ projectId: scene.projectId, label, ...parts })
  const { page, requests } = await web.visit(`#/projects/${scene.projectId}/automation/${rule.id}`, options)
  await heading(page, label).waitFor()
  return { scene, rule, page, requests, current: () => ruleOf(web, scene.projectId) }
}

/** Every Monday at nine. */
export const weekly: NewRule['trigger'] = {
  type: 'schedule',
  rrule: 'FREQ=WEEKLY;BYDAY=MO',
  start: '2026-11-30T09:00',
  timeZone: 'Europe/Berlin',
}

/** A field for dates, which ends with the test. */
export async function newDue(web: Web): Promise<void> {
  const { fields } = web.service.client
  const { field } = await fields.create({ key: 'due', label: 'Due', type: 'date' })
  onTestFinished(async () => {
    await fields.delete(field.key)
  })
}

/** Begins a new rule with a template, by its name. */
export async function begin(page: Page, projectId: string, template: string): Promise<void> {
  await page.evaluate(`location.hash = '#/projects/${projectId}/automation'`)
  await button(page, 'New rule').click()
  await button(page, template).click()
  await heading(page, 'New rule').waitFor()
}
