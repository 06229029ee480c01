// Own worker: any other file may have opened the table before.
import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, inject, it, vi } from 'vitest'
import { table } from '../../../lib/table/table.ts'
import { testTableName } from '../../support/table.ts'

describe('the table of the environment', () => {
  it('is opened once, with the credentials of the environment', async () => {
    vi.stubEnv('TABLE_NAME', testTableName)
    vi.stubEnv('DYNAMODB_ENDPOINT', inject('engineEndpoint'))
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'id')
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
    vi.stubEnv('AWS_SESSION_TOKEN', 'session')
    const { name, client } = table()
    expect(table().client).toBe(client)
    expect(name).toBe(testTableName)
    expect(await client.config.credentials()).toMatchObject({
      accessKeyId: 'id',
      secretAccessKey: 'secret',
      sessionToken: 'session',
    })
    const { Item } = await client.send(new GetCommand({ TableName: name, Key: { pk: 'none', sk: 'none' } }))
    expect(Item).toBeUndefined()
    vi.unstubAllEnvs()
  })
})
