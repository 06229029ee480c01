import { describe, expect, it } from 'vitest'
import { newTenant } from '../../support/tenant.ts'

describe('a form', () => {
  it('makes a task of a submission', async () => {
    const tenant = await newTenant()
    const made = await tenant.send('POST', '/forms', {
      body: { projectId: tenant.projectId, name: 'Contact' },
    })
    const { url, id } = (made.body as { form: { url: string; id: string } }).form
    const key = url.split('/').at(-1)
    const reply = await tenant.send('POST', `/hooks/${key}`, { body: { name: 'Ada', message: 'Hello' } })
    console.log(reply)
    console.log(await tenant.send('GET', `/forms/${id}/submissions`))
    console.log(await tenant.send('GET', `/forms/${id}`))
    console.log((await tenant.send('GET', `/changes`)).body.changes[0])
    expect(reply.status).toEqual(200)
  })
})
