import { describe, expect, it } from 'vitest'
import described from '../../../docs/mcp.json' with { type: 'json' }
import type { Task } from '../../../lib/tasks/task.ts'
import { callOf, connect, post } from '../../support/agent.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'
import { goodFor, type ToolName } from '../../support/tool-arguments.ts'

/** What n8n adds to the arguments of a model. */
const foreign = { toolCallId: 'call_1', sessionId: 's1', action: 'sendMessage', chatInput: 'hi', tool: 'x' }
const said = 'Not arguments of this tool, and left out: toolCallId, sessionId, action, chatInput, tool.'

interface Schema {
  type?: string
  enum?: unknown[]
  items?: Schema
  properties?: Record<string, Schema>
}

/** Arguments with null for whatever they leave out, also in the entries of their lists. */
function withNulls(value: unknown, { items, properties }: Schema): unknown {
  if (Array.isArray(value)) return value.map((entry) => withNulls(entry, items ?? {}))
  if (!properties) return value
  const given = value as Record<string, unknown> // its schema has properties
  const members = Object.entries(properties).map(([name, schema]) => [
    name,
    name in given ? withNulls(given[name], schema) : null,
  ])
  return { ...given, ...Object.fromEntries(members) }
}

const tools = described.tools as unknown as { name: ToolName; inputSchema: Schema }[] // JSON without a type of its own

describe.each(tools)('$name', ({ name, inputSchema }) => {
  it('leaves out what a program adds for itself, and says so, and takes null for what is left out', async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask()
    const { id: trashedId } = await tenant.createTask()
    await tenant.send('DELETE', `/tasks/${trashedId}`)
    const given = withNulls(goodFor(name, { projectId: tenant.projectId, id, trashedId }), inputSchema)
    const agent = await connect(tenant.token)
    const { isError, text, beside } = await agent.call(name, { ...(given as object), ...foreign })
    expect({ isError, beside }, text).toEqual({ isError: false, beside: [said] })
    expect(text).not.toContain('"error"')
  })

  it('still refuses a misspelt argument, and says what else it has left out', async () => {
    const { token } = await newTenant()
    const { isError, data, beside } = await (await connect(token)).call(name, { limitt: 1, toolCallId: 'x' })
    expect({ isError, beside }).toEqual({
      isError: true,
      beside: ['Not arguments of this tool, and left out: toolCallId.'],
    })
    const details = (data as { error: { details: { path: string }[] } }).error.details
    expect(details.map(({ path }) => path)).toContain('limitt')
  })
})

describe('the schemas of the tools', () => {
  it('have only keywords that the strictest models take', () => {
    const taken = ['type', 'description', 'enum', 'properties', 'items', 'required', 'additionalProperties']
    const check = (schema: Schema & Record<string, unknown>, where: string) => {
      const known = [...taken, 'maxLength', 'minItems', 'maxItems']
      expect(
        Object.keys(schema).filter((keyword) => !known.includes(keyword)),
        where,
      ).toEqual([])
      expect(schema.type, where).toMatch(/^(object|array|string|integer|number|boolean)$/)
      if (schema.enum) {
        expect(schema.type, where).toBe('string')
        expect(schema.enum.every((value) => typeof value === 'string')).toBe(true)
      }
      expect([true, false, undefined], where).toContain(schema.additionalProperties)
      if (schema.type === 'array') check(schema.items as Schema & Record<string, unknown>, `${where}[]`)
      for (const [name, own] of Object.entries(schema.properties ?? {}))
        check(own as Schema & Record<string, unknown>, `${where}.${name}`)
    }
    for (const { name, inputSchema } of tools) check({ ...inputSchema }, name)
    expect(JSON.stringify(tools)).toContain('"enum":["oldest"]')
  })
})

describe('a text where a list belongs', () => {
  it.each([
    ['create_tasks', 'tasks'],
    ['delete_tasks', 'ids'],
  ])('is called so by %s, however long it is', async (name, list) => {
    const { token } = await newTenant()
    for (const text of ['', '[{"label": "A task in a text"}]', 'x'.repeat(10_000)]) {
      const { data } = await (await connect(token)).call(name, { [list]: text })
      expect(data).toMatchObject({
        error: {
          code: 'invalid_request',
          message: `${list} must be an array, not a text`,
          details: [{ path: list, message: 'must be an array, not a text' }],
        },
      })
    }
  })
})

describe('update_tasks', () => {
  const taskIn = async (tenant: TestTenant, id: string) =>
    ((await tenant.send('GET', `/tasks/${id}`)).body as { task: Task }).task

  it('leaves a description and a lane as they are with null, and removes them when they are named', async () => {
    const tenant = await newTenant()
    const workflowLaneId = await tenant.newLane()
    const { id } = await tenant.createTask({ description: 'Kept', workflowLaneId })
    const agent = await connect(tenant.token)
    const nulls = { id, label: 'New', description: null, workflowLaneId: null, status: null, clear: null }
    await agent.call('update_tasks', { tasks: [nulls] })
    expect(await taskIn(tenant, id)).toMatchObject({
      ...{ label: 'New', description: 'Kept', workflow_lane_id: workflowLaneId },
    })
    await agent.call('update_tasks', { tasks: [{ id, clear: ['description', 'workflowLaneId'] }] })
    expect(await taskIn(tenant, id)).toMatchObject({ description: null, workflow_lane_id: null })
    const { data } = await agent.call('update_tasks', { tasks: [{ id, clear: ['label'] }] })
    expect(data).toMatchObject({ failed: 1, results: [{ error: { code: 'invalid_request' } }] })
  })

  it('removes the value of a field with null', async () => {
    const tenant = await newTenant()
    await tenant.send('POST', '/fields', { body: { key: 'note', label: 'Note', type: 'text' } })
    const { id } = await tenant.createTask({ fields: { note: 'x' } })
    const agent = await connect(tenant.token)
    await agent.call('update_tasks', { tasks: [{ id, fields: { note: null } }] })
    expect(await taskIn(tenant, id)).not.toHaveProperty('fields')
  })
})

describe('the messages of programs that were seen', () => {
  it('are answered', async () => {
    const { token } = await newTenant()
    const ofN8n = { q: 'hi', toolCallId: 'call_1', sessionId: 's1', action: 'sendMessage', chatInput: 'hi' }
    for (const given of [ofN8n, { q: 'x', limit: null, status: null, cursor: null }])
      expect((await post(token, callOf('find_tasks', given))).body).toMatchObject({
        result: { structuredContent: { tasks: [], next_cursor: null } },
      })
  })
})
