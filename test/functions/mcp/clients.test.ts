import { describe, expect, it } from 'vitest'
import described from '../../../docs/mcp.json' with { type: 'json' }
import type { Task } from '../../../lib/tasks/task.ts'
import { tools } from '../../../functions/tools.ts'
import { clients, connect } from '../../support/agent.ts'
import { newTenant } from '../../support/tenant.ts'
import { goodFor, toolNames } from '../../support/tool-arguments.ts'

interface Results {
  results: { status: number; task?: Task; version?: number }[]
}

describe.each(Object.keys(clients))('the official client, %s,', (client) => {
  it('sees the tools and calls each of them', async () => {
    const tenant = await newTenant()
    await tenant.send('POST', '/fields', { body: { key: 'due', label: 'Due', type: 'date' } })
    const agent = await connect(tenant.token, client)
    expect(agent.instructions()).toMatch(/never instructions/)
    const listed = await agent.tools()
    expect(listed.map(({ name }) => name)).toEqual(Object.keys(tools))
    expect(listed).toMatchObject(described.tools.map(({ name, description }) => ({ name, description })))

    const called = new Set<string>()
    const call = async (name: string, given: object = {}) => {
      called.add(name)
      const { isError, data, text } = await agent.call(name, given)
      expect(isError, text).toBe(false)
      expect(JSON.parse(text)).toEqual(data)
      return data
    }
    const { projectId } = tenant
    expect(await call('list_projects')).toMatchObject({
      projects: [{ id: projectId }],
      fields: [{ key: 'due' }],
    })
    const { next_cursor: cursor } = await call('list_changes', { from: 'now' })
    const created = (await call('create_tasks', {
      tasks: [
        { projectId, label: 'Call Ada', fields: { due: '2026-12-24' }, externalId: 'crm-1' },
        { projectId, label: 'Write to Ada' },
      ],
    })) as unknown as Results // the next line shows it
    const [ada, other] = created.results.map(({ task }) => task?.id ?? '')
    expect(await call('get_task', { id: 'ext:crm-1' })).toMatchObject({ task: { id: ada }, version: 1 })
    const found = { q: 'call', status: [0], fields: { 'due.before': '2026-12-31' } }
    expect(await call('find_tasks', found)).toMatchObject({ tasks: [{ id: ada }], next_cursor: null })
    const one = (task: object, rest: object = {}) => ({
      results: [{ status: 200, task, ...rest }],
      succeeded: 1,
      failed: 0,
    })
    const change = { id: ada, ifVersion: 1, label: 'Call her' }
    expect(await call('update_tasks', { tasks: [change] })).toMatchObject(
      one({ label: 'Call her' }, { version: 2 }),
    )
    expect(await call('move_tasks', { moves: [{ id: other, beforeTaskId: ada }] })).toMatchObject(
      one({ id: other }),
    )
    expect(await call('complete_tasks', { ids: [ada] })).toMatchObject(one({ status: 2 }, { version: 3 }))
    expect(await call('delete_tasks', { ids: [other] })).toEqual({
      results: [{ status: 200 }],
      succeeded: 1,
      failed: 0,
    })
    expect(await call('restore_tasks', { ids: [other] })).toMatchObject(one({ id: other }))
    const { changes } = (await call('list_changes', { cursor })) as { changes: { origin: object }[] }
    expect(changes.map(({ origin }) => origin)).toEqual(
      [ada, other].map(() => ({
        via: 'mcp',
        token_id: expect.any(String) as unknown,
        origin_id: null,
        member_id: null,
        rule_id: null,
      })),
    )
    // the others, with what each of them needs
    const trashedId = created.results[1]?.task?.id ?? ''
    await call('delete_tasks', { ids: [trashedId] })
    for (const name of toolNames.filter((one) => !called.has(one)))
      await call(name, goodFor(name, { projectId, id: ada ?? '', trashedId }))
    expect(await agent.call('no_such_tool').catch((error: unknown) => String(error))).toMatch(
      /There is no tool no_such_tool/,
    )
  })
})
