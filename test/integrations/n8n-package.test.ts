import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import manifest from '../../integrations/n8n/package.json' with { type: 'json' }
import { TasksApi as TasksApiCredentials } from '../../integrations/n8n/credentials/TasksApi.credentials.ts'
import { TasksApi } from '../../integrations/n8n/nodes/TasksApi/TasksApi.node.ts'
import { operations } from '../../integrations/n8n/nodes/TasksApi/operations.ts'
import { TasksApiTrigger } from '../../integrations/n8n/nodes/TasksApiTrigger/TasksApiTrigger.node.ts'
import project from '../../package.json' with { type: 'json' }
import { newTenant } from '../support/tenant.ts'
import { commonOf, serviceUrl } from './n8n-context.ts'
import type { ILoadOptionsFunctions, INodeProperties } from './n8n-workflow.ts'

describe('the package for n8n', () => {
  it('has the version of the project, and no runtime dependencies', () => {
    expect(manifest).toMatchObject({ version: project.version, peerDependencies: { 'n8n-workflow': '*' } })
    expect(manifest).not.toHaveProperty('dependencies')
  })

  it('does what each resource and operation says, and shows them all', () => {
    const { properties } = new TasksApi().description
    const valuesOf = ({ options = [] }: INodeProperties) =>
      options.map((option) => ('value' in option ? option.value : undefined))
    const shown = properties
      .filter(({ name }) => name === 'operation')
      .flatMap((property) =>
        valuesOf(property).map(
          (value) => `${String(property.displayOptions?.show.resource?.[0])}:${String(value)}`,
        ),
      )
    expect(shown.sort()).toEqual(Object.keys(operations).sort())
    const resources = properties.filter(({ name }) => name === 'resource').flatMap(valuesOf)
    expect(resources.sort()).toEqual([...new Set(shown.map((one) => one.split(':')[0]))].sort())
  })

  it('builds each file that n8n looks for', async () => {
    await promisify(execFile)(process.execPath, ['infra/release/n8n.ts'])
    const files = [...manifest.n8n.nodes, ...manifest.n8n.credentials]
    for (const file of files) {
      const built = resolve('integrations/n8n', file)
      const text = readFileSync(built, 'utf8')
      if (file.includes('/nodes/')) expect(text).toContain('require("n8n-workflow")') // n8n's own, and not the stand-in
      const icons = [...text.matchAll(/"file:([^"]+)"/g)].map(([, icon = '']) =>
        resolve(dirname(built), icon),
      )
      expect(icons.length).toBeGreaterThan(0)
      expect(icons.filter((icon) => !existsSync(icon))).toEqual([])
    }
  })

  it('loads only options that it can load', () => {
    const node = new TasksApi()
    const asked = JSON.stringify([node.description, new TasksApiTrigger().description]).matchAll(
      /"loadOptionsMethod":"(\w+)"/g,
    )
    for (const [, name = ''] of asked) expect(node.methods.loadOptions).toHaveProperty(name)
  })
})

describe('the credentials', () => {
  it('are tested by a request that any token may make', async () => {
    const { token } = await newTenant()
    const { url } = new TasksApiCredentials().test.request
    const answer = await fetch(serviceUrl + url, { headers: { Authorization: `Bearer ${token}` } })
    expect(answer.status).toBe(200)
  })
})

describe('the lists to choose from', () => {
  it('have the projects, the lanes of the chosen one, and the fields', async () => {
    const { token, projectId, newLane, send } = await newTenant()
    const lane = await newLane(projectId, 'Next')
    await send('POST', '/fields', { body: { key: 'due', label: 'Due', type: 'date' } })
    let chosen = projectId
    const context: ILoadOptionsFunctions = { ...commonOf(token), getCurrentNodeParameter: () => chosen }
    const { loadOptions } = new TasksApi().methods
    expect(await loadOptions.getProjects.call(context)).toEqual([{ name: 'Test', value: projectId }])
    expect(await loadOptions.getLanes.call(context)).toEqual([
      { name: 'No Lane', value: 'none' },
      { name: 'Next', value: lane },
    ])
    expect(await loadOptions.getFields.call(context)).toEqual([{ name: 'Due (date)', value: 'due' }])
    chosen = ''
    expect(await loadOptions.getLanes.call(context)).toEqual([])
  })
})
