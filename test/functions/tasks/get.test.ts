import { describe, expect, it } from 'vitest'
import { errorBody, newTenant } from '../../support/tenant.ts'

const noTask = errorBody('task_not_found', 'There is no such task.')

describe('GET /tasks/{id}', () => {
  it('answers 200 with the task and its version as ETag', async () => {
    const { send, createTask } = await newTenant()
    const task = await createTask({ description: 'Words' })
    const { status, body, headers } = await send('GET', `/tasks/${task.id}`)
    expect(status).toBe(200)
    expect(body).toEqual({ task })
    expect(headers.etag).toBe('"1"')
  })

  it('has the headers that every answer has', async () => {
    const { send, createTask } = await newTenant()
    const { headers } = await send('GET', `/tasks/${(await createTask()).id}`)
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
    })
  })

  it('answers the same 404 task_not_found for an unknown, a trashed and a foreign task', async () => {
    const { send, createTask } = await newTenant()
    const foreign = await newTenant()
    const foreignTask = await foreign.createTask()
    const trashed = await createTask()
    await send('DELETE', `/tasks/${trashed.id}`)
    for (const id of ['11111111-1111-1111-1111-111111111111', trashed.id, foreignTask.id]) {
      const { status, body } = await send('GET', `/tasks/${id}`)
      expect(status).toBe(404)
      expect(body).toEqual(noTask)
    }
    expect((await foreign.send('GET', `/tasks/${foreignTask.id}`)).status).toBe(200)
  })

  it('answers 400 for a malformed id', async () => {
    const { send } = await newTenant()
    const { status, body } = await send('GET', '/tasks/42')
    expect(status).toBe(400)
    expect(body).toEqual(
      errorBody('invalid_request', 'id must be a UUID, or ext: and an external id', {
        details: [{ path: 'id', message: 'must be a UUID, or ext: and an external id' }],
      }),
    )
  })

  it('answers 400 for an unknown query parameter', async () => {
    const { send, createTask } = await newTenant()
    const { status, body } = await send('GET', `/tasks/${(await createTask()).id}?fields=label`)
    expect(status).toBe(400)
    expect(body).toMatchObject({ error: { code: 'invalid_request', details: [{ path: 'fields' }] } })
  })
})
