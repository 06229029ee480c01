import type { DynamoDBRecord } from 'aws-lambda'
import { describe, expect, it } from 'vitest'
import { synthesize } from '../../infra/aws/synthesize.ts'
import { openService, type SandboxService } from '../../support/sandbox-service.ts'
import { putWebhook, recordsOf } from '../../support/stream.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'
import { pendingOf } from '../../support/webhooks.ts'
import type { StackTemplate } from './template.ts'

const id = 'webhooks.dispatch'
const template = synthesize()

/** How the stream's event source tries again, as it is deployed. */
const { MaximumRetryAttempts: most } = Object.values(
  template.resources('AWS::Lambda::EventSourceMapping'),
).find(({ Properties }) => 'MaximumRetryAttempts' in Properties)?.Properties as {
  MaximumRetryAttempts: number
}

/** What Lambda did with a batch: how often it ran the function, and what it would have set aside itself. */
interface Handled {
  runs: number
  setAside: DynamoDBRecord[]
}

/**
 * Gives records to the function as Lambda does: after a partial failure from the first failed one on, and after a failure the
 * first half. It ends after `longest` runs: those in which the stream still has the records.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-batchfailurereporting.html
 */
async function handle(
  service: SandboxService,
  records: readonly DynamoDBRecord[],
  longest = Infinity,
): Promise<Handled> {
  let left = [...records]
  let size = left.length
  let tries = 0
  const handled: Handled = { runs: 0, setAside: [] }
  while (left.length > 0 && handled.runs < longest) {
    const batch = left.slice(0, size)
    const outcome = await service.function(id).invoke({ Records: batch })
    handled.runs++
    const failed =
      outcome.kind === 'failed'
        ? [{ itemIdentifier: '' }]
        : (JSON.parse(outcome.payload) as { batchItemFailures: { itemIdentifier: string }[] })
            .batchItemFailures
    const first = batch.findIndex(({ dynamodb }) =>
      failed.some(({ itemIdentifier }) => itemIdentifier === dynamodb?.SequenceNumber),
    )
    const done = failed.length === 0 ? batch.length : Math.max(first, 0)
    left = left.slice(done)
    if (done > 0) {
      tries = 0
      size = failed.length === 0 ? left.length : batch.length - done
    } else if (size > 1) size = Math.ceil(size / 2)
    else if (most >= 0 && ++tries > most) {
      handled.setAside.push(...left.splice(0, 1))
      tries = 0
    }
  }
  return handled
}

/** The stack after somebody has taken a right away from its roles. */
const withoutRights: StackTemplate = {
  ...template,
  resources: (type) =>
    JSON.parse(
      JSON.stringify(template.resources(type)).replaceAll('"dynamodb:Query"', '"dynamodb:DescribeTable"'),
    ) as ReturnType<StackTemplate['resources']>,
}

const open = (changed: StackTemplate = template) => openService({ template: changed, ids: [id] })

const tasks = async (tenant: TestTenant, count: number): Promise<DynamoDBRecord[]> => {
  const records: DynamoDBRecord[] = []
  for (let one = 0; one < count; one++) {
    const { createTask } = tenant
    const made = await recordsOf(tenant, () => createTask())
    records.push(...made.filter(({ dynamodb }) => dynamodb?.Keys?.sk?.S?.startsWith('TASK#')))
  }
  return records.map((record) => ({
    ...record,
    dynamodb: { ...record.dynamodb, ApproximateCreationDateTime: Date.now() / 1000 },
  }))
}

/** A record that no function can read. */
const broken = (record: DynamoDBRecord): DynamoDBRecord => ({
  ...record,
  dynamodb: { ...record.dynamodb, NewImage: { ...record.dynamodb?.NewImage, label: { X: 'odd' } as never } },
})

describe('webhooks.dispatch', () => {
  it('is given the changes of an outage again for as long as it lasts, and sets none of them aside', async () => {
    const tenant = await newTenant()
    const webhook = await putWebhook(tenant)
    const records = await tasks(tenant, 3)
    // each try ends at once
    const refused = await open(withoutRights)
    expect(await handle(refused, records, 15)).toEqual({ runs: 15, setAside: [] })
    expect(refused.function(id).log.join('\n')).toContain('AccessDeniedException')
    const service = await open()
    service.proxy.tap.faults = () => 'throttle'
    expect(await handle(service, records, 15)).toEqual({ runs: 15, setAside: [] })
    expect(refused.queues.objects).toEqual([])
    service.proxy.tap.reset()
    expect(service.queues.objects).toEqual([])
    expect(await pendingOf(tenant, webhook.id)).toEqual([])
    expect((await handle(service, records)).setAside).toEqual([])
    expect(await pendingOf(tenant, webhook.id)).toHaveLength(3)
  })

  it('sets a record aside that is itself at fault, with the record, and goes on with the others', async () => {
    const tenant = await newTenant()
    const webhook = await putWebhook(tenant)
    const [first, second, third] = (await tasks(tenant, 3)) as [
      DynamoDBRecord,
      DynamoDBRecord,
      DynamoDBRecord,
    ]
    const service = await open()
    expect(await handle(service, [first, broken(second), third])).toEqual({ runs: 1, setAside: [] })
    expect(await pendingOf(tenant, webhook.id)).toHaveLength(2)
    const [object, ...more] = service.queues.objects
    expect(more).toEqual([])
    expect(object?.key).toMatch(
      /^aws\/lambda\/records\/\d{4}\/\d\d\/\d\d\/\d{4}-\d\d-\d\dT[\d.]{8}-[\da-f-]{36}$/,
    )
    const { payload } = JSON.parse(object?.body ?? '') as { payload: string }
    expect(JSON.parse(payload)).toEqual({ Records: [broken(second)] })
  })

  it('tries a young record again with which nothing else could be done, and sets an old one aside', async () => {
    const tenant = await newTenant()
    await putWebhook(tenant)
    const [record] = (await tasks(tenant, 1)) as [DynamoDBRecord]
    const service = await open()
    expect(await handle(service, [broken(record)], 15)).toEqual({ runs: 15, setAside: [] })
    expect(service.queues.objects).toEqual([])
    const old = { ...record.dynamodb, ApproximateCreationDateTime: Date.now() / 1000 - 16 * 60 }
    expect(await handle(service, [broken({ ...record, dynamodb: old })])).toEqual({ runs: 1, setAside: [] })
    expect(service.queues.objects).toHaveLength(1)
  })

  it('keeps a record in the stream if the bucket does not take it', async () => {
    const tenant = await newTenant()
    const webhook = await putWebhook(tenant)
    const [first, second] = (await tasks(tenant, 2)) as [DynamoDBRecord, DynamoDBRecord]
    const service = await open()
    service.queues.refusesObjects = true
    expect(await handle(service, [first, broken(second)], 5)).toEqual({ runs: 5, setAside: [] })
    expect(await pendingOf(tenant, webhook.id)).toHaveLength(1)
    service.queues.refusesObjects = false
    await handle(service, [first, broken(second)])
    expect(service.queues.objects).toHaveLength(1)
  })
})
