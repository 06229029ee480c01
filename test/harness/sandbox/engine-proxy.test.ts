import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb'
import { NodeHttpHandler } from '@smithy/node-http-handler'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { EngineProxy } from './engine-proxy.ts'
import { awsRegion, newCredentials, type RoleCredentials } from './environment.ts'
import { testTable } from '../../support/api.ts'

const tableName = testTable.name
const proxy = new EngineProxy({ endpoint: inject('engineEndpoint'), tableName })
const endpoint = await proxy.listen()
const reader = newCredentials()
const grants = ['dynamodb:GetItem table', 'dynamodb:Query index/list', 'dynamodb:UpdateItem table']
proxy.addRole({ functionName: 'Reader', credentials: reader, grants })
const writer = newCredentials()
proxy.addRole({ functionName: 'Writer', credentials: writer, grants: ['dynamodb:PutItem table'] })

const key = { pk: `TEST#${randomUUID()}`, sk: 'ITEM' }
const getItem = new GetCommand({ TableName: tableName, Key: key })

/** An SDK client with these credentials, without retries. */
const clientOf = (credentials: RoleCredentials, config: object = {}) =>
  DynamoDBDocumentClient.from(
    new DynamoDBClient({ endpoint, region: awsRegion, credentials, maxAttempts: 1, ...config }),
  )
const asReader = clientOf(reader)
const asWriter = clientOf(writer)

/** Changes the body of each request after signing, as an attacker in between could. */
class Forger extends NodeHttpHandler {
  override handle(...[request, options]: Parameters<NodeHttpHandler['handle']>) {
    const text = new TextDecoder().decode(request.body as Uint8Array) // every request here comes from the SDK
    request.body = Buffer.from(text.replace('ITEM', 'GOAL')) // the same length
    return super.handle(request, options)
  }
}

beforeEach(() => {
  proxy.reset()
})

afterAll(() => {
  proxy.close()
})

describe('a request to DynamoDB', () => {
  it('is allowed with the signature of a role', async () => {
    await asWriter.send(new PutCommand({ TableName: tableName, Item: { ...key, value: 1 } }))
    expect((await asReader.send(getItem)).Item).toEqual({ ...key, value: 1 })
    expect(
      proxy.received.map(({ functionName, operation, status }) => [functionName, operation, status]),
    ).toEqual([
      ['Writer', 'PutItem', 200],
      ['Reader', 'GetItem', 200],
    ])
  })

  it.each([
    ['another secret', clientOf({ ...reader, secretAccessKey: 'other' }), 'InvalidSignatureException'],
    ['another region', clientOf(reader, { region: 'us-east-1' }), 'InvalidSignatureException'],
    [
      'a body that was changed',
      clientOf(reader, { requestHandler: new Forger() }),
      'InvalidSignatureException',
    ],
    ['another session', clientOf({ ...reader, sessionToken: 'other' }), 'UnrecognizedClientException'],
    [
      'the session of another role',
      clientOf({ ...reader, sessionToken: writer.sessionToken }),
      'Unrecognized',
    ],
    ['an unknown key', clientOf(newCredentials()), 'UnrecognizedClientException'],
  ])('with %s is refused', async (_, client, name) => {
    await expect(client.send(getItem)).rejects.toMatchObject({
      name: expect.stringContaining(name) as unknown,
      $fault: 'client',
      $metadata: { httpStatusCode: 400 },
    })
    expect(proxy.received).toEqual([])
  })

  it('without a signature is refused', async () => {
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers: { 'X-Amz-Target': 'DynamoDB_20120810.GetItem' },
      body: '{}',
    })
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('#MissingAuthenticationTokenException')
  })
})

describe('a role', () => {
  const Update = {
    TableName: tableName,
    Key: key,
    UpdateExpression: 'SET v = :v',
    ExpressionAttributeValues: { ':v': 2 },
  }
  const Put = { TableName: tableName, Item: { ...key, value: 2 } }
  const ofList = { KeyConditionExpression: 'list_pk = :v', ExpressionAttributeValues: { ':v': 'x' } }
  const ofTable = { KeyConditionExpression: 'pk = :v', ExpressionAttributeValues: { ':v': 'x' } }

  it.each([
    ['an operation', new PutCommand(Put), ['PutItem table']],
    [
      'the table, where it has an index',
      new QueryCommand({ TableName: tableName, ...ofTable }),
      ['Query table'],
    ],
    [
      'another index',
      new QueryCommand({ TableName: tableName, IndexName: 'changes', ...ofList }),
      ['Query index/changes'],
    ],
    ['another table', new GetCommand({ TableName: 'other', Key: key }), ['GetItem table/other']],
    [
      'an index of another table',
      new QueryCommand({ TableName: 'other', IndexName: 'list', ...ofList }),
      ['Query table/other/index/list'],
    ],
    [
      'another table in a batch',
      new BatchGetCommand({ RequestItems: { other: { Keys: [key] } } }),
      ['BatchGetItem table/other'],
    ],
    [
      'a part of a transaction',
      new TransactWriteCommand({ TransactItems: [{ Update }, { Put }] }),
      ['PutItem table'],
    ],
    [
      'a check in a transaction',
      new TransactWriteCommand({
        TransactItems: [
          { ConditionCheck: { TableName: tableName, Key: key, ConditionExpression: 'attribute_exists(pk)' } },
        ],
      }),
      ['ConditionCheckItem table'],
    ],
  ])('is denied %s that it does not grant', async (_, command, denied) => {
    // the commands of the document client have no common type
    await expect(asReader.send(command as GetCommand)).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: expect.stringContaining('is not authorized to perform: dynamodb:') as unknown,
    })
    expect(proxy.denied).toEqual(denied.map((one) => `dynamodb:${one}`))
    expect(proxy.received).toEqual([])
  })

  it('is allowed what it grants, also on an index and in a transaction', async () => {
    await asReader.send(new QueryCommand({ TableName: tableName, IndexName: 'list', ...ofList }))
    await asReader.send(new TransactWriteCommand({ TransactItems: [{ Update }] }))
    expect((await asReader.send(getItem)).Item).toMatchObject({ v: 2 })
    expect(proxy.denied).toEqual([])
  })
})

describe('a fault', () => {
  it('reaches the caller as DynamoDB and the network would show it', async () => {
    const caught = async () => {
      const error: unknown = await asReader.send(getItem).catch((failure: unknown) => failure)
      return (error as Error).name
    }
    proxy.tap.failNext('GetItem', 'throttle', 'server-error', 'single-conflict')
    expect([await caught(), await caught(), await caught()]).toEqual([
      'ThrottlingException',
      'InternalServerError',
      'TransactionConflictException',
    ])
    proxy.tap.failNext('GetItem', 'connection-reset')
    await expect(asReader.send(getItem)).rejects.toMatchObject({ code: 'ECONNRESET' })
  })

  it('can be a missing answer', async () => {
    proxy.tap.failNext('GetItem', 'timeout')
    const abortSignal = AbortSignal.timeout(200)
    await expect(asReader.send(getItem, { abortSignal })).rejects.toMatchObject({ name: 'AbortError' })
    expect(proxy.received).toMatchObject([{ operation: 'GetItem', status: undefined }])
  })

  it('can be that keys are left unprocessed', async () => {
    proxy.addRole({ functionName: 'Reader', credentials: reader, grants: ['dynamodb:BatchGetItem table'] })
    proxy.tap.answerInstead = (_, request) => ({
      Responses: {},
      UnprocessedKeys: (request as { RequestItems: object }).RequestItems, // sent by the command below
    })
    const { UnprocessedKeys } = await asReader.send(
      new BatchGetCommand({ RequestItems: { [tableName]: { Keys: [key] } } }),
    )
    proxy.addRole({ functionName: 'Reader', credentials: reader, grants })
    expect(UnprocessedKeys).toEqual({ [tableName]: { Keys: [key] } })
  })

  it('can be a delay, during which a request is dropped if its sender gives up', async () => {
    proxy.delayMs = () => 500
    const Item = { ...key, sk: 'DELAYED' }
    const put = new PutCommand({ TableName: tableName, Item })
    const giving = new AbortController()
    const given = asWriter.send(put, { abortSignal: giving.signal })
    await Promise.all([
      expect(given).rejects.toMatchObject({ name: 'AbortError' }),
      expect
        .poll(() => proxy.received.length)
        .toBe(1)
        .then(() => {
          giving.abort()
        }),
    ])
    // this one waits equally long, and starts later
    expect(
      (await asReader.send(new GetCommand({ TableName: tableName, Key: { ...key, sk: 'DELAYED' } }))).Item,
    ).toBe(undefined)
    await asWriter.send(put)
    expect(
      proxy.received.filter(({ operation }) => operation === 'PutItem').map(({ status }) => status),
    ).toEqual([undefined, 200])
  })
})
