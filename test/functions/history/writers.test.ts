import { describe, expect, it } from 'vitest'
import { createMember } from '../../../lib/members/members.ts'
import { signIn } from '../../../lib/members/sessions.ts'
import { tap } from '../../support/api.ts'
import { allEntries, pageOf, remembered } from '../../support/history.ts'
import { newRule } from '../../support/rules.ts'
import type { TestTenant } from '../../support/tenant.ts'
import { newForm } from '../forms/support.ts'
import { takeBack, tokenIdOf, withAgent } from './support.ts'

/** The ways of writing a task: each makes one, and returns how the writer is named in the log and in a revert. */
const writers: Record<string, (tenant: TestTenant, label: string) => Promise<{ query: string; by: object }>> =
  {
    'a token': async (tenant, label) => {
      const token = await tenant.newToken(['write'])
      await tenant.send('POST', '/tasks', { token, body: { projectId: tenant.projectId, label } })
      const tokenId = await tokenIdOf(tenant, token)
      return { query: `tokenId=${tokenId}`, by: { tokenId } }
    },
    'a member': async (tenant, label) => {
      const email = `${crypto.randomUUID()}@example.com`
      const { id: memberId } = await createMember(tenant, { email, role: 'member' })
      const session = await signIn(tenant, email)
      if (!('secret' in session)) throw new Error('no session')
      await tenant.send('POST', '/tasks', {
        ...{ token: session.secret, body: { projectId: tenant.projectId, label } },
      })
      return { query: `memberId=${memberId}`, by: { memberId } }
    },
    'a program by its Origin-Id': async (tenant, label) => {
      await tenant.send('POST', '/tasks', {
        ...{ headers: { 'Origin-Id': 'sync' }, body: { projectId: tenant.projectId, label } },
      })
      return { query: 'originId=sync', by: { originId: 'sync' } }
    },
    'a rule': async (tenant, label) => {
      const start = { start: '2026-01-01T09:00', timeZone: 'UTC' }
      const trigger = { type: 'schedule', rrule: 'FREQ=WEEKLY;BYDAY=MO', ...start }
      const { id: ruleId } = await newRule(tenant, trigger, { type: 'create_task', task: { label } })
      await tenant.send('POST', `/rules/${ruleId}/runs`, { body: {} })
      return { query: `ruleId=${ruleId}&via=rule`, by: { ruleId } }
    },
    'a form': async (tenant, label) => {
      const form = await newForm(tenant, { mapping: { label: '{{subject}}' } })
      await form.submit({ subject: label })
      return { query: 'via=form', by: { formId: form.id } }
    },
  }

describe('each kind of writer', () => {
  it('is found in the log, and what it wrote is taken back, beside what the others wrote', async () => {
    const { tenant } = await withAgent()
    const named = new Map<string, { query: string; by: object }>()
    for (const [name, write] of Object.entries(writers))
      named.set(name, await remembered(tenant, () => write(tenant, name)))
    for (const [name, { query, by }] of named) {
      const found = await allEntries(tenant, `/history?${query}`)
      expect(
        found.map(({ label }) => label),
        query,
      ).toEqual([name])
      const { tasks } = await takeBack(tenant, { by })
      expect(tasks).toMatchObject([{ label: name, effect: 'trashed' }])
    }
    expect(await tenant.taskCount()).toBe(0)
  })
})

describe('a request for the log', () => {
  it('reads at most 4 MiB, and its cursor goes on until all is read', async () => {
    const { tenant } = await withAgent()
    const subtasks = Array.from({ length: 45 }, () => ({ label: '😀'.repeat(500) })) // 90 KB
    await remembered(tenant, async () => {
      for (let count = 0; count < 60; count++) await tenant.createTask({ subtasks })
    })
    const last = await remembered(tenant, () => tenant.createTask({ label: 'Small' }))
    const path = `/history?tokenId=${crypto.randomUUID()}`
    tap.reset()
    const { entries, next_cursor } = await pageOf(tenant, path)
    const units = tap.exchanges.filter(({ operation }) => operation === 'Query').map((one) => one.units)
    expect(units.reduce((sum, unit) => sum + unit, 0)).toBeLessThanOrEqual(1_024)
    expect({ entries, isMore: next_cursor !== null }).toEqual({ entries: [], isMore: true })
    expect(await allEntries(tenant, path)).toEqual([])
    const whole = await allEntries(tenant, `/history?projectId=${tenant.projectId}`)
    expect(whole).toHaveLength(61)
    expect(whole[0]?.task_id).toBe(last.id)
  }, 60_000)
})
