import { describe, expect, it } from 'vitest'
import { isCounted } from '../../../lib/contract/endpoint.ts'
import { markerAttributes } from '../../../lib/tasks/marker.ts'
import { functionIds } from '../../../functions/index.ts'
import { rolesOf } from '../../harness/sandbox/roles.ts'
import { endpoints, triggeredFunctions } from '../../../functions/index.ts'
import { everything, synthesize } from './synthesize.ts'

const stack = synthesize()
const roles = rolesOf(stack)
const countsRequests = 'dynamodb:UpdateItem table where ACCOUNT#*#RATE#*'
/** The endpoints that read a feed. */
const feeds = ['changes.list', 'comments.changes']

const writesMarker = `dynamodb:UpdateItem table where ${markerAttributes.join()}`
/** The queue of a function, as a role names it. */
const messagesOf = (id: string) => {
  const prefix = `Queues${id.replace(/[.-]/g, '')}Messages`
  const queue = Object.keys(stack.resources('AWS::SQS::Queue')).find((name) => name.startsWith(prefix))
  return JSON.stringify({ 'Fn::GetAtt': [queue, 'Arn'] })
}
const ownLog = ['logs:CreateLogStream log', 'logs:PutLogEvents log']

describe('the role of', () => {
  it.each(endpoints.map((endpoint) => ({ ...endpoint })))(
    '$id allows what its contract declares, the look-up of the caller and the count of requests if they are counted, its own log, the queues it sends to, and nothing else',
    (endpoint) => {
      const { id, auth, access, sends = [] } = endpoint
      const queues = sends.map((queue) => `sqs:SendMessage ${messagesOf(queue)}`)
      const declared = access.map((action) => {
        if (action === 'UpdateItem:marker') return writesMarker
        const [name, index] = action.split(':')
        return `dynamodb:${String(name)} ${index === undefined ? 'table' : `index/${index}`}`
      })
      const ofCaller = auth.kind === 'none' ? [] : ['dynamodb:BatchGetItem table']
      const counts = isCounted(endpoint) ? [countsRequests] : []
      const expected = new Set([...ownLog, ...ofCaller, ...counts, ...declared, ...queues])
      expect([...(roles.get(id) ?? [])].sort()).toEqual([...expected].sort())
    },
  )

  it.each(triggeredFunctions.map((one) => ({ ...one })))(
    '$id allows what its contract declares, what its trigger needs, its own log, and nothing else',
    ({ id, access, trigger, sends = [] }) => {
      const actionsOf = (service: string) => {
        const own = (roles.get(id) ?? []).filter((grant) => grant.startsWith(`${service}:`))
        return own.map((grant) =>
          grant
            .replace(`${service}:`, '')
            .replace(/ (?!index).*/, '')
            .replace(' ', ':'),
        )
      }
      const stream = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams']
      const queue = ['DeleteMessage', 'GetQueueAttributes', 'ReceiveMessage']
      const tableActions = access.map((action) => action.replace(/:(\w+)/, ':index/$1'))
      expect(actionsOf('dynamodb').sort()).toEqual(
        [...tableActions, ...(trigger === 'stream' ? stream : [])].sort(),
      )
      expect(actionsOf('sqs').sort()).toEqual(
        [...sends.map(() => 'SendMessage'), ...(trigger === 'queue' ? queue : [])].sort(),
      )
      expect(actionsOf('s3')).toEqual(trigger === 'stream' ? ['ListBucket', 'PutObject'] : []) // what it could not do
      const others = roles.get(id)?.filter((grant) => !/^(dynamodb|sqs|s3):/.test(grant))
      expect(others).toEqual(ownLog)
    },
  )

  it('a read endpoint can write nothing but the count of requests, and the feed its marker', () => {
    for (const { id } of endpoints.filter(({ method }) => method === 'GET')) {
      const others = roles
        .get(id)
        ?.filter((grant) => grant !== countsRequests && !(feeds.includes(id) && grant === writesMarker))
      expect(others?.join()).not.toMatch(/Put(?!LogEvents)|Update|Delete|Write/)
    }
  })

  it.each(['routes.unmatched', 'docs.openapi'])('%s has no access to the table', (id) => {
    expect(roles.get(id)).toEqual(ownLog)
  })

  it('every function belongs to it alone, and only Lambda may assume it', () => {
    const functions = Object.values(stack.functions)
    const used = functions.map(({ Properties }) => JSON.stringify(Properties.Role))
    expect(new Set(used).size).toBe(functionIds.length)
    for (const [id, { Properties }] of Object.entries(stack.resources('AWS::IAM::Role'))) {
      // the heartbeat is written by a schedule, without a function
      const service = id.startsWith('HeartbeatRole') ? 'scheduler.amazonaws.com' : 'lambda.amazonaws.com'
      expect(Properties.AssumeRolePolicyDocument).toMatchObject({
        Statement: [{ Action: 'sts:AssumeRole', Principal: { Service: service } }],
      })
    }
  })
})

describe('with a customer’s key, a role', () => {
  const withKey = rolesOf(synthesize({ customerKeyArn: everything.customerKeyArn }))
  const keyGrants = (id: string) =>
    withKey
      .get(id)
      ?.filter((grant) => grant.startsWith('kms:'))
      .map((grant) => grant.split(' ')[0])

  it('may use the key as its function needs, through DynamoDB', () => {
    for (const id of ['tasks.get', 'tasks.create']) expect(keyGrants(id)).toContain('kms:GenerateDataKey')
    expect(keyGrants('routes.unmatched')).toEqual([])
  })

  it('has no wildcard but those of the counts of requests and of failed batches', () => {
    const batches =
      /^s3:PutObject \{"Fn::Join":\["",\[\{"Fn::GetAtt":\["Queues\w+Batches\w+","Arn"\]\},"\/\*"\]\]\}$/
    const isKnown = (grant: string) => grant === countsRequests || batches.test(grant)
    const others = [...withKey.values()].flat().filter((grant) => !isKnown(grant))
    expect(others.filter((grant) => grant.includes('*'))).toEqual([])
  })
})
