import type { Page } from 'playwright-core'
import { isTasksApiError } from '../../client/src/index.ts'
import { openActivity } from './activity.ts'
import { lift, pasteLines, pick } from './board.ts'
import { bulkViews } from './bulk-views.ts'
import { calendarViews } from './calendar-views.ts'
import { cardViews } from './card-views.ts'
import { findViews } from './find-views.ts'
import { account, openSwitcher, signIn } from './header.ts'
import { formViews } from './form-views.ts'
import { ruleViews } from './rule-views.ts'
import type { Stage } from './stage.ts'
import type { View } from './view.ts'
import { webhookViews } from './webhook-views.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const cardLink = (page: Page) => page.getByRole('link', { name: 'Translate the menu', exact: true })

const board = ({ projectId }: Stage) => `#/projects/${projectId}`
const projects = () => '#/'
const tokens = () => '#/tokens'
const members = () => '#/members'

async function makeConflict(page: Page, { service, projectId }: Stage): Promise<void> {
  const { task } = await service.client.tasks.create({ projectId, label: 'Invite the neighbours' })
  await page.evaluate(`location.hash = '#/projects/${projectId}/tasks/${task.id}'`)
  const label = page.getByRole('textbox', { name: 'Label', exact: true })
  await label.fill('Invite the neighbours and their children')
  await service.client.tasks.update(task.id, { label: 'Invite the whole street', description: 'By post' })
  await label.press('Enter')
  await button(page, 'Compare').click()
  await page.getByRole('dialog', { name: 'Someone else changed this task' }).waitFor()
  await page.route('**/v1/**', () => undefined) // the page does not learn that it is taken away again
  await service.client.tasks.delete(task.id)
}

async function loseTask(page: Page, { service, projectId }: Stage): Promise<void> {
  const { task } = await service.client.tasks.create({ projectId, label: 'Rent a stage' })
  await page.evaluate(`location.hash = '#/projects/${projectId}/tasks/${task.id}'`)
  await page.getByRole('textbox', { name: 'Description', exact: true }).fill('Ask the theatre first')
  await service.client.tasks.delete(task.id)
  await button(page, 'Restore task').waitFor()
}

async function deleteTask(page: Page, { service, projectId }: Stage): Promise<void> {
  const { task } = await service.client.tasks.create({ projectId, label: 'Buy confetti' })
  await page.evaluate(`location.hash = '#/projects/${projectId}/tasks/${task.id}'`)
  await button(page, 'Delete task').click()
  await button(page, 'Undo').waitFor()
}

async function signInWithoutRead(page: Page, { service }: Stage): Promise<void> {
  const { token } = await service.client.tokens.create({ name: 'Form', scopes: ['write'] })
  await signIn(page, token.secret)
  await heading(page, 'This token cannot read').waitFor()
  await service.client.tokens.delete(token.id)
}

async function signInWithoutPlan(page: Page, { service }: Stage): Promise<void> {
  const error = { code: 'plan_required', message: 'The API is part of the Pro plan.', request_id: 'view' }
  await page.route('**/v1/changes?*', (route) => route.fulfill({ status: 403, json: { error } }))
  await signIn(page, service.demo.token)
  await page.getByRole('alert').filter({ hasText: 'Pro plan' }).waitFor()
}

/** Every view and dialog of the application. */
export const views: View[] = [
  {
    name: 'sign-in',
    hash: projects,
    token: () => null,
    show: (page) => heading(page, 'Sign in').waitFor(),
  },
  {
    name: 'sign-in-refused',
    hash: projects,
    token: () => null,
    errors: [401],
    show: async (page) => {
      await signIn(page, 'tsk_wrong')
      await page.getByRole('alert').filter({ hasText: /\w/ }).waitFor()
    },
  },
  { name: 'no-read', hash: projects, token: () => null, errors: [403], show: signInWithoutRead },
  { name: 'no-plan', hash: projects, token: () => null, errors: [403], show: signInWithoutPlan },
  {
    name: 'projects',
    hash: projects,
    show: (page) => page.getByRole('link', { name: 'Summer party', exact: true }).waitFor(),
  },
  {
    name: 'project-menu',
    hash: projects,
    show: async (page) => {
      await button(page, 'Actions for project Summer party').click()
      await page.getByRole('menuitem', { name: 'Rename' }).waitFor()
    },
  },
  { name: 'board', hash: board, show: (page) => cardLink(page).waitFor() },
  {
    name: 'switcher',
    hash: board,
    show: async (page) => {
      const choice = await openSwitcher(page, 'New website')
      await choice.getByRole('link', { name: 'Garden', exact: true }).waitFor()
    },
  },
  {
    name: 'account',
    hash: board,
    show: async (page) => {
      await cardLink(page).waitFor()
      await account(page).click()
      await button(page, 'Sign out').waitFor()
    },
  },
  {
    name: 'board-nearly-full',
    hash: ({ formProjectId }) => `#/projects/${formProjectId}`,
    show: async (page, { service, formProjectId }) => {
      await service.admin('project', 'update', formProjectId, '--task-quota', '9')
      await page.reload()
      await page.getByRole('meter', { name: 'Quota used' }).waitFor()
      await service.admin('project', 'update', formProjectId, '--task-quota', '10000')
    },
  },
  {
    name: 'switch-account',
    hash: projects,
    show: async (page, { helperSecret }) => {
      await page.evaluate(`location.hash = '#token=${helperSecret}'`)
      await button(page, 'Switch').waitFor()
    },
  },
  {
    name: 'board-empty',
    hash: ({ emptyProjectId }) => `#/projects/${emptyProjectId}`,
    show: (page) => heading(page, 'Garden').waitFor(),
  },
  {
    name: 'board-filtered',
    hash: board,
    show: async (page) => {
      await page.getByRole('searchbox', { name: 'Filter by text' }).fill('menu')
      await page.getByText('1 match', { exact: true }).waitFor()
    },
  },
  {
    name: 'board-lifted',
    hash: (stage) => `${board(stage)}?status=all`,
    show: async (page) => {
      // a card that is done has the lowest contrast
      await lift(page, 'Register the domain')
    },
  },
  {
    name: 'board-too-long',
    hash: board,
    show: async (page) => {
      await cardLink(page).waitFor()
      await page.getByRole('textbox', { name: 'Add a task to Review' }).fill('much too long '.repeat(40))
      await page.getByText('At most 500 characters').waitFor()
    },
  },
  {
    name: 'board-pasted',
    hash: board,
    show: async (page) => {
      await cardLink(page).waitFor()
      await pasteLines(page, 'Review', [
        'Ask the printer',
        'Order the paper',
        'Fold the leaflets',
        'Post them',
      ])
      await button(page, 'Add 4 tasks').waitFor()
    },
  },
  {
    name: 'lane-menu',
    hash: board,
    show: async (page) => {
      await button(page, 'Actions for lane Doing').click()
      await page.getByRole('menuitem', { name: 'Move left' }).waitFor()
    },
  },
  {
    name: 'lane-move-all',
    hash: board,
    show: async (page) => {
      await pick(page, 'Actions for lane Doing', 'Move all cards…')
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'lane-delete',
    hash: board,
    show: async (page) => {
      await pick(page, 'Actions for lane Doing', 'Delete')
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'task',
    hash: ({ projectId, taskId }) => `#/projects/${projectId}/tasks/${taskId}`,
    show: (page) => page.getByRole('checkbox', { name: 'Send a test', exact: true }).waitFor(),
  },
  {
    name: 'task-activity',
    hash: ({ projectId, taskId }) => `#/projects/${projectId}/tasks/${taskId}`,
    show: async (page) => {
      await openActivity(page)
      await page.getByRole('list', { name: 'Activity', exact: true }).getByRole('listitem').last().waitFor()
    },
  },
  {
    name: 'history',
    hash: () => '#/history',
    show: async (page) => {
      await page.getByRole('list', { name: 'History', exact: true }).getByRole('listitem').first().waitFor()
    },
  },
  {
    name: 'take-back',
    hash: () => '#/history',
    show: async (page) => {
      await page
        .getByRole('button', { name: /^Take back/ })
        .first()
        .click()
      await page.getByText(/would change\./).waitFor()
    },
  },
  { name: 'conflict', hash: board, errors: [412], show: makeConflict },
  // the page may ask once more for what is gone
  { name: 'task-gone', hash: board, errors: [404], show: loseTask },
  { name: 'deleted', hash: board, errors: [404], show: deleteTask },
  {
    name: 'trash',
    hash: ({ projectId }) => `#/projects/${projectId}/trash`,
    show: (page) => button(page, 'Restore Guest book').waitFor(),
  },
  {
    name: 'trash-empty',
    hash: ({ emptyProjectId }) => `#/projects/${emptyProjectId}/trash`,
    show: (page) => page.getByText('The trash is empty.').waitFor(),
  },
  ...bulkViews,
  ...calendarViews,
  ...cardViews,
  ...findViews,
  ...formViews,
  ...ruleViews,
  ...webhookViews,
  {
    name: 'fields',
    hash: () => '#/fields',
    show: async (page) => {
      await button(page, 'Add a due date').or(button(page, 'Actions for Due')).first().waitFor()
    },
  },
  { name: 'due', hash: () => '#/due', show: (page) => heading(page, 'Due').waitFor() },
  {
    name: 'list',
    hash: ({ projectId }) => `#/projects/${projectId}/list`,
    show: (page) => page.getByRole('grid').getByRole('link').first().waitFor(),
  },
  {
    name: 'list-selected',
    hash: ({ projectId }) => `#/projects/${projectId}/list`,
    show: async (page) => {
      await page.getByRole('grid').getByRole('link').first().waitFor()
      await button(page, 'Select').click()
      await page.getByRole('grid').getByRole('checkbox').nth(1).check()
      await page.getByText('1 selected', { exact: true }).waitFor()
    },
  },
  { name: 'tokens', hash: tokens, show: (page) => button(page, 'Revoke Contact form').waitFor() },
  {
    name: 'token-new',
    hash: tokens,
    show: async (page, { service }) => {
      await button(page, 'New token').click()
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Newsletter')
      await page.getByRole('checkbox', { name: 'read' }).check()
      await button(page, 'Create token').click()
      await page.getByRole('textbox', { name: 'Secret', exact: true }).waitFor()
      const made = (await service.client.tokens.list()).tokens.find(({ name }) => name === 'Newsletter')
      if (made) await service.client.tokens.delete(made.id)
    },
  },
  {
    name: 'token-revoke',
    hash: tokens,
    show: async (page) => {
      await button(page, 'Revoke Contact form').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'tokens-without-admin',
    hash: tokens,
    token: ({ helperSecret }) => helperSecret,
    errors: [403],
    show: (page) => heading(page, 'Tokens').waitFor(),
  },
  {
    name: 'members',
    hash: members,
    show: async (page, { service }) => {
      await service.client.members
        .create({ email: 'grace@example.com', role: 'viewer' })
        .catch((error: unknown) => {
          if (!isTasksApiError(error, 'member_exists')) throw error
        })
      await page.reload() // the list may have been read before
      await page.getByRole('row').filter({ hasText: 'grace@example.com' }).waitFor()
    },
  },
  {
    name: 'member-new',
    hash: members,
    show: async (page) => {
      await button(page, 'New member').click()
      await page.getByRole('dialog', { name: 'New member', exact: true }).waitFor()
    },
  },
  {
    name: 'no-connection',
    hash: board,
    show: async (page) => {
      await cardLink(page).waitFor()
      await page.context().setOffline(true)
      await page.getByRole('alert').filter({ hasText: 'No connection' }).waitFor()
    },
  },
]
