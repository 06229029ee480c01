import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { errorBody, newTenant } from '../../support/tenant.ts'
import { newForm, tasksOf } from './support.ts'

describe('a signed form', () => {
  const secret = 'a shared secret'
  const signed = (body: string) => createHmac('sha256', secret).update(body).digest('hex')
  const signature = { scheme: 'hmac', secret, header: 'X-Signature', encoding: 'hex', prefix: 'v1=' }

  it('takes what carries its signature, and refuses everything else with 401', async () => {
    const tenant = await newTenant()
    const form = await newForm(tenant, { signature })
    const body = '{"name": "Ada"}'
    expect((await form.submit(body, { 'X-Signature': `v1=${signed(body)}` })).status).toBe(200)
    const message = "The signature is missing or wrong: sign with the form's secret."
    for (const headers of [
      {},
      { 'X-Signature': signed(body) },
      { 'X-Signature': `v1=${signed(`${body} `)}` },
    ]) {
      const reply = await form.submit(body, headers)
      expect(reply).toMatchObject({ status: 401, body: errorBody('invalid_signature', message) })
    }
    expect(await tasksOf(tenant)).toMatchObject([{ label: 'Ada' }])
  })

  it('never shows its secret', async () => {
    const tenant = await newTenant()
    const form = await newForm(tenant, { signature })
    expect(await form.read()).toMatchObject({ signature: 'hmac' })
    expect(JSON.stringify(await tenant.send('GET', '/forms'))).not.toContain(secret)
  })
})
