import type { Page } from 'playwright-core'
import type { Rule } from '../../client/src/index.ts'
import { choice, runs, times } from './rule-page.ts'
import type { Stage } from './stage.ts'
import type { View } from './view.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const list = ({ ruleProjectId }: Stage) => `#/projects/${ruleProjectId}/automation`
const rule = (stage: Stage) => `${list(stage)}/${stage.ruleId}`
const fresh =
  (template: string): View['hash'] =>
  (stage) =>
    `${list(stage)}/new/${template}`

const ruleOf = async ({ service, ruleId }: Stage): Promise<Rule> =>
  (await service.client.rules.get(ruleId)).rule

/** Lets the page find other rules than there are. */
async function pretend(page: Page, rules: Rule[]): Promise<void> {
  await page.route('**/v1/rules?projectId=*', (route) => route.fulfill({ json: { rules } }))
  for (const one of rules)
    await page.route(`**/v1/rules/${one.id}`, (route) => route.fulfill({ json: { rule: one } }))
  await page.reload()
}

/** Lets the page find a field of each kind of control. */
async function pretendFields(page: Page): Promise<void> {
  const common = { created_at: '2026-11-20T09:00:00.000Z', updated_at: '2026-11-20T09:00:00.000Z' }
  const options = ['High', 'Low'].map((label) => ({ value: label.toLowerCase(), label }))
  const fields = [
    { ...common, key: 'due', label: 'Due', type: 'date' },
    { ...common, key: 'priority', label: 'Priority', type: 'select', options },
    { ...common, key: 'tags', label: 'Tags', type: 'multi_select', options },
    { ...common, key: 'billed', label: 'Billed', type: 'checkbox' },
  ]
  await page.route('**/v1/fields', (route) => route.fulfill({ json: { fields } }))
  await page.reload()
}

/** The rule of the stage in states that take long to come about. */
const statesOf = (active: Rule): Rule[] => [
  active,
  {
    ...active,
    ...{ id: crypto.randomUUID(), label: 'Paused', status: 'paused', next_at: null },
    action: { type: 'update_tasks', where: { status: [0, 1], updated_before: '-P30D' }, set: { status: 2 } },
  },
  {
    ...active,
    ...{ id: crypto.randomUUID(), label: 'Disabled', status: 'disabled', next_at: null },
    action: { type: 'notify' },
    disabled_reason: 'It failed 10 times in a row: The lane does not exist.',
    last_run: { at: '2026-11-20T09:00:00.000Z', outcome: 'failed', tasks: 0 },
  },
  {
    ...active,
    ...{ id: crypto.randomUUID(), label: 'Preparing', next_at: null, preparing: true, last_run: null },
    trigger: {
      ...{ type: 'date', field: 'due', offset: '-P1D', time_of_day: '09:00', late: 'skip' },
      time_zone: 'America/Argentina/Buenos_Aires',
    },
    action: { type: 'notify' },
  },
]

/** A log with each outcome. */
const logOf = (id: string) => {
  const common = { task_id: null, matched: 0, updated: 0, created: [], reason: null, error: null }
  const at = { due_at: '2026-11-23T08:00:00.000Z', started_at: '2026-11-23T08:00:00.412Z' }
  const ended = { ...common, ...at, ended_at: '2026-11-23T08:00:00.530Z' }
  return [
    { ...common, ...at, id: crypto.randomUUID(), ended_at: null, outcome: null },
    { ...ended, id: crypto.randomUUID(), outcome: 'done', created: [id] },
    {
      ...ended,
      ...{ id: crypto.randomUUID(), outcome: 'skipped' },
      reason: 'The task of the last occurrence is still open.',
    },
    {
      ...ended,
      ...{ id: crypto.randomUUID(), outcome: 'failed' },
      error: { code: 'lane_not_found', message: 'The lane does not exist.' },
    },
  ]
}

async function signInAsReader(page: Page, stage: Stage): Promise<void> {
  const { client } = stage.service
  const { token } = await client.tokens.create({ name: 'Rules', scopes: ['read', 'hooks'] })
  await page.getByLabel('Token', { exact: true }).fill(token.secret)
  await button(page, 'Sign in').click()
  await page.evaluate(`location.hash = ${JSON.stringify(rule(stage))}`)
  await runs(page).first().waitFor()
  await client.tokens.delete(token.id)
}

/** The views and dialogs of rules. */
export const ruleViews: View[] = [
  {
    name: 'rules',
    hash: list,
    show: async (page, stage) => {
      await pretend(page, statesOf(await ruleOf(stage)))
      await page.getByText('Preparing').first().waitFor()
    },
  },
  {
    name: 'rules-empty',
    hash: ({ emptyProjectId }) => `#/projects/${emptyProjectId}/automation`,
    show: (page) => page.getByText('No rules yet.').waitFor(),
  },
  {
    name: 'rule-templates',
    hash: list,
    show: async (page) => {
      await button(page, 'New rule').click()
      await button(page, 'From scratch').waitFor()
    },
  },
  {
    name: 'rule-new-monthly',
    hash: fresh('monthly'),
    show: async (page) => {
      await choice(page, 'On').selectOption('day')
      await page.getByRole('spinbutton', { name: 'Day of the month', exact: true }).fill('31')
      await page.getByText('In a shorter month: its last day.').waitFor()
      await times(page).nth(9).waitFor()
    },
  },
  {
    name: 'rule-new-wrong',
    hash: fresh('weekly'),
    errors: [400],
    show: async (page) => {
      await choice(page, 'Repeats').selectOption('own')
      await page.getByRole('textbox', { name: 'RRULE', exact: true }).fill('FREQ=MINUTELY')
      await choice(page, 'Time zone').fill('Berlin')
      await button(page, 'Create rule').click()
      await page.getByText(/^Must have FREQ with one of HOURLY/).waitFor()
    },
  },
  {
    name: 'rule-new-date',
    hash: fresh('overdue'),
    show: async (page) => {
      await pretendFields(page)
      await choice(page, 'Have in the field').selectOption('Tags')
      await choice(page, 'Value').waitFor()
      await page.getByText('Other fields', { exact: true }).click()
      await button(page, 'Create rule').click()
      await page.getByText('Choose what changes.').waitFor()
    },
    errors: [400], // the service knows no such fields
  },
  {
    name: 'rule-new-event',
    hash: fresh('form'),
    show: async (page) => {
      await page.getByRole('checkbox', { name: 'A change of any field counts', exact: true }).uncheck()
      await page.getByText('What it will do').waitFor()
    },
  },
  {
    name: 'rule-new-stale',
    hash: fresh('stale'),
    show: (page) => times(page).nth(9).waitFor(),
  },
  { name: 'rule', hash: rule, show: (page) => runs(page).first().waitFor() },
  {
    name: 'rule-log',
    hash: rule,
    show: async (page, stage) => {
      const json = { runs: logOf(stage.taskId), next_cursor: null }
      await page.route(`**/v1/rules/${stage.ruleId}/runs?*`, (route) => route.fulfill({ json }))
      await page.reload()
      await page.getByText('lane_not_found').waitFor()
    },
  },
  {
    name: 'rule-disabled',
    hash: rule,
    show: async (page, stage) => {
      const active = await ruleOf(stage)
      const disabled = statesOf(active).find(({ status }) => status === 'disabled')
      if (disabled) await pretend(page, [{ ...disabled, id: active.id }])
      await page.getByText('The service has stopped this rule.').waitFor()
    },
  },
  {
    name: 'rule-of-a-program',
    hash: rule,
    show: async (page, stage) => {
      const active = await ruleOf(stage)
      const where = { created_after: '-P1D', status: [0 as const] }
      await pretend(page, [{ ...active, action: { type: 'delete_tasks', where } }])
      await page.getByRole('region', { name: 'The rule', exact: true }).waitFor()
    },
  },
  {
    name: 'rule-edit-of-a-program',
    hash: (stage) => `${rule(stage)}/edit`,
    show: async (page, stage) => {
      const active = await ruleOf(stage)
      const where = { created_after: '-P1D', status: [0 as const] }
      await pretend(page, [{ ...active, action: { type: 'delete_tasks', where } }])
      await page.getByRole('region', { name: 'What it does, as the API has it', exact: true }).waitFor()
      await times(page).nth(9).waitFor()
    },
  },
  { name: 'rule-read-only', hash: () => '#/', token: () => null, show: signInAsReader },
  {
    name: 'rule-run',
    hash: rule,
    show: async (page) => {
      await button(page, 'Run now').click()
      await page.getByText('It would make 1 task.').waitFor()
    },
  },
  {
    name: 'rule-delete',
    hash: rule,
    show: async (page) => {
      await button(page, 'Delete rule').click()
      await page.getByRole('dialog').waitFor()
    },
  },
]
