import { describe, expect, it } from 'vitest'
import { testPort } from '../support/api.ts'
import { newTenant } from '../support/tenant.ts'
import { clientFor, collect, errorAnswer, fatefulFetch } from './support.ts'

/** Posts to a form's URL, which names the public host, on the service under test. */
const post = (url: string, body: object) =>
  fetch(`http://127.0.0.1:${testPort}${new URL(url).pathname}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

describe('the methods', () => {
  it('reach every operation on forms', async () => {
    const { token, projectId } = await newTenant()
    const { forms, tasks } = clientFor(token)
    const { form } = await forms.create({ projectId, name: 'Contact', mapping: { label: 'Call {{name}}' } })
    expect(await forms.get(form.id)).toEqual({ form: { ...form, url: undefined } })
    expect((await forms.list()).forms.map(({ id }) => id)).toEqual([form.id])
    const sample = { contentType: 'application/json', body: '{"name": "Ada"}' }
    expect(await forms.preview(form.id, sample)).toMatchObject({
      fields: [{ key: 'name', label: 'name', value: 'Ada' }],
      task: { label: 'Call Ada' },
    })
    const rotated = await forms.rotateUrl(form.id, { oldValidHours: 1 })
    expect(rotated.form.url).not.toBe(form.url)
    expect((await forms.update(form.id, { paused: true })).form.paused).toBe(true)
    expect((await post(rotated.form.url, { name: 'Ada' })).status).toBe(200)
    const { created, has_more, next_cursor } = await forms.replay(form.id)
    expect({ created, has_more, next_cursor }).toEqual({ created: 1, has_more: false, next_cursor: null })
    const [submission] = await collect(clientFor(token).submissions.list(form.id))
    expect((await tasks.get(submission?.task_id ?? '')).task.label).toBe('Call Ada')
    expect(await forms.delete(form.id)).toEqual({ success: true })
    expect((await forms.list()).forms).toEqual([])
  })

  it('reach every operation on submissions; a list iterates over all pages, with its filter', async () => {
    const { token, projectId, taskCount } = await newTenant()
    const { forms, submissions } = clientFor(token)
    const { form } = await forms.create({ projectId, name: 'Contact', paused: true })
    for (const name of ['Ada', 'Bo', 'Cy']) await post(form.url, { name })
    const held = await collect(submissions.list(form.id, { limit: 2, outcome: 'held' }))
    expect(held.map(({ outcome, reason }) => [outcome, reason])).toEqual(
      Array.from({ length: 3 }, () => ['held', 'The form was paused.']),
    )
    const [newest] = held
    const { submission } = await submissions.get(form.id, newest?.id ?? '')
    expect({ ...submission, words: ['Cy'] }).toEqual({
      ...newest,
      raw: { content_type: 'application/json', body: '{"name":"Cy"}', is_base64: false },
    })
    const replayed = await submissions.replay(form.id, submission.id)
    expect(replayed.submission).toMatchObject({ id: submission.id, outcome: 'created', reason: null })
    expect(await collect(submissions.list(form.id, { outcome: 'held' }))).toHaveLength(2)
    expect(await taskCount()).toBe(1)
  })
})

describe('a lost answer', () => {
  it('is not retried where a second form or a second URL would be made', async () => {
    const { token, projectId } = await newTenant()
    const { fetch, sent } = fatefulFetch('lost', errorAnswer(503, 'service_unavailable'))
    const { forms } = clientFor(token, fetch)
    await expect(forms.create({ projectId, name: 'Once' })).rejects.toMatchObject({ code: 'network_error' })
    const [form, ...others] = (await clientFor(token).forms.list()).forms
    expect(others).toEqual([])
    await expect(forms.rotateUrl(form?.id ?? '')).rejects.toMatchObject({ code: 'service_unavailable' })
    expect(sent).toHaveLength(2)
  })

  it('is retried for a preview and a replay: no submission makes a second task', async () => {
    const { token, projectId, taskCount } = await newTenant()
    const { forms, submissions } = clientFor(token)
    const { form } = await forms.create({ projectId, name: 'Contact', paused: true })
    for (const name of ['Ada', 'Bo']) await post(form.url, { name })
    const [newest] = await collect(submissions.list(form.id))
    const { fetch, sent } = fatefulFetch('lost', 'pass', 'lost', 'pass', 'lost')
    const flaky = clientFor(token, fetch)
    await flaky.forms.preview(form.id, { contentType: 'application/json', body: '{"name": "Ada"}' })
    expect((await flaky.submissions.replay(form.id, newest?.id ?? '')).submission.outcome).toBe('created')
    expect(await flaky.forms.replay(form.id)).toMatchObject({ still_held: 0, has_more: false })
    expect(sent).toHaveLength(6)
    expect(await taskCount()).toBe(2)
  })
})
