import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { tools } from '../../functions/tools.ts'
import type { Tool } from '../../lib/mcp/tool.ts'
import { eventually, useWeb } from '../support/web.ts'

const web = useWeb()

const open = async (page: Page) => {
  await page.getByRole('button', { name: 'Connect an agent', exact: true }).click()
  return page.getByRole('dialog', { name: 'Connect an agent' })
}

/** The settings that are shown for a program. */
async function settingsFor(page: Page, program: string): Promise<string> {
  await page
    .getByRole('group', { name: 'Program' })
    .getByRole('button', { name: program, exact: true })
    .click()
  return (await page.getByRole('dialog').locator('pre').textContent()) ?? ''
}

interface Settings {
  url: string
  headers: { Authorization: string }
}

/** The tools that need no scope but read. */
const readers = Object.entries<Tool>(tools)
  .filter(([, { does }]) => does.every(({ auth }) => auth.scope === 'read' && !auth.also))
  .map(([name]) => name)

/** The names of the tools that a program with these settings is offered. */
async function toolsOf({ url, headers }: Settings): Promise<string[]> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  const { result } = (await response.json()) as { result: { tools: { name: string }[] } } // what follows shows it
  return result.tools.map(({ name }) => name)
}

describe('an agent', () => {
  it('is connected by settings that are ready to paste, with a token of its own', async () => {
    const { page } = await web.visit('#/tokens')
    const dialog = await open(page)
    await dialog.getByRole('textbox', { name: 'Name of the agent' }).fill('Claude')
    await dialog.getByRole('checkbox', { name: 'write' }).setChecked(false)
    await dialog.getByRole('button', { name: 'Create token and show settings' }).click()
    await dialog.getByRole('group', { name: 'Program' }).waitFor()

    const { mcpServers } = JSON.parse(await settingsFor(page, 'Cursor')) as {
      mcpServers: { tasks: Settings }
    }
    expect(await toolsOf(mcpServers.tasks)).toEqual(readers)
    const secret = mcpServers.tasks.headers.Authorization.replace('Bearer ', '')
    const self = await web.service.clientOf(secret).tokens.self()
    expect(self.token).toMatchObject({ name: 'Claude', scopes: ['read'], expires_at: null })

    const { origin } = new URL(page.url())
    expect(await settingsFor(page, 'Claude Code')).toBe(
      `claude mcp add --transport http tasks ${origin}/v1/mcp \\\n  --header "Authorization: Bearer ${secret}"\n`,
    )
    expect(JSON.parse(await settingsFor(page, 'Claude Desktop'))).toMatchObject({
      mcpServers: { tasks: { command: 'npm', env: { TASKS_URL: origin, TASKS_TOKEN: secret } } },
    })
    const inVsCode = await settingsFor(page, 'VS Code')
    expect(inVsCode).not.toContain(secret)
    expect(JSON.parse(inVsCode)).toMatchObject({
      servers: { tasks: { type: 'http', url: `${origin}/v1/mcp` } },
      inputs: [{ id: 'tasks-token', password: true }],
    })
    expect(await dialog.getByRole('textbox', { name: 'Token' }).inputValue()).toBe(secret)
    await page.getByRole('button', { name: 'n8n', exact: true }).click()
    expect(await dialog.getByRole('textbox', { name: 'Endpoint' }).inputValue()).toBe(`${origin}/v1/mcp`)

    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Revoke Claude', exact: true }).waitFor()
    expect(await page.content()).not.toContain(secret)
  })

  it('can be bound to projects', async () => {
    const { client } = web.service
    const { project } = await client.projects.create({ label: 'For the agent' })
    const { page } = await web.visit('#/tokens')
    const dialog = await open(page)
    await dialog.getByRole('textbox', { name: 'Name of the agent' }).fill('Bound')
    const projects = dialog.getByRole('group', { name: 'Projects', exact: true })
    await projects.getByRole('checkbox', { name: 'All projects' }).setChecked(false)
    const create = dialog.getByRole('button', { name: 'Create token and show settings' })
    await create.click()
    await dialog.getByRole('alert').filter({ hasText: 'Choose at least one project.' }).waitFor()
    await projects.getByRole('checkbox', { name: 'For the agent' }).setChecked(true)
    await create.click()
    await dialog.getByRole('group', { name: 'Program' }).waitFor()
    const { mcpServers } = JSON.parse(await settingsFor(page, 'Cursor')) as {
      mcpServers: { tasks: Settings }
    }
    const secret = mcpServers.tasks.headers.Authorization.replace('Bearer ', '')
    const { token } = await web.service.clientOf(secret).tokens.self()
    expect(token.project_ids).toEqual([project.id])
  })

  it('needs a name and a scope, and gets none that the session lacks', async () => {
    const { token } = await web.service.client.tokens.create({ name: 'Reader', scopes: ['admin', 'read'] })
    const { page } = await web.visit('#/tokens', { token: token.secret })
    const dialog = await open(page)
    const scopes = dialog.getByRole('group', { name: 'The agent may' })
    await eventually(() => scopes.getByRole('checkbox').count()).toBe(1)
    await dialog.getByRole('checkbox', { name: 'read' }).setChecked(false)
    await dialog.getByRole('button', { name: 'Create token and show settings' }).click()
    await dialog
      .getByRole('alert')
      .filter({ hasText: /at least one scope/ })
      .waitFor()
    expect((await web.service.client.tokens.list()).tokens.map(({ name }) => name)).not.toContain('Agent')
  })

  it('is named by the task that it has just changed', async () => {
    const { client, origin, demo } = web.service
    const { project } = await client.projects.create({ label: 'Agents' })
    const { task } = await client.tasks.create({ projectId: project.id, label: 'Call Ada' })
    const { page } = await web.visit(`#/projects/${project.id}/tasks/${task.id}`)
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/Changed/).waitFor()
    expect(await dialog.textContent()).not.toContain('by an agent')
    await fetch(`${origin}/v1/mcp`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${demo.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
        params: { name: 'complete_tasks', arguments: { ids: [task.id] } },
      }),
    })
    await dialog.getByText(/by an agent/).waitFor()
  })
})
