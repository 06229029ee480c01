import { writeFileSync } from 'node:fs'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { newTempFolder } from '../temp-folder.ts'
import { describe, expect, it } from 'vitest'
import { toResult } from './sandbox.ts'
import type { SandboxFunction } from './function.ts'
import { maxAnswerBytes } from './runtime-api.ts'
import { fixtures } from './fixture.ts'

const functionOf = fixtures()

/** The state of a process as shown by `ps`: `T` if it is stopped; empty if there is no such process. */
function stateOf(pid: number | undefined): string {
  try {
    return execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}

/** The parsed answer of a function. */
async function answerOf(fixture: SandboxFunction, event: unknown = {}): Promise<unknown> {
  const outcome = await fixture.invoke(event)
  if (outcome.kind === 'failed') throw new Error(outcome.errorMessage)
  return JSON.parse(outcome.payload)
}

const bareFailure = {
  statusCode: 500,
  headers: { 'Content-Type': 'application/json' },
  body: '{"message":"Internal Server Error"}',
}

describe('a function in the sandbox', () => {
  it('has the variables of Lambda and of its template, and none of this machine', async () => {
    process.env.OF_THIS_MACHINE = 'yes'
    const fixture = functionOf('export const handler = async () => process.env')
    const { _X_AMZN_TRACE_ID: trace, ...seen } = (await answerOf(fixture)) as Record<string, string>
    expect(trace).toMatch(/^Root=1-/)
    expect(seen).toEqual({
      STAGE: 'test',
      DYNAMODB_ENDPOINT: 'http://127.0.0.1:9',
      _HANDLER: 'index.handler',
      AWS_ACCESS_KEY_ID: expect.stringMatching(/^ASIA/) as unknown,
      AWS_DEFAULT_REGION: 'eu-central-1',
      AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '128',
      AWS_LAMBDA_FUNCTION_NAME: 'Fixture',
      AWS_LAMBDA_FUNCTION_VERSION: '1',
      AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
      AWS_LAMBDA_LOG_GROUP_NAME: '/aws/lambda/Fixture',
      AWS_LAMBDA_LOG_STREAM_NAME: 'sandbox',
      AWS_LAMBDA_RUNTIME_API: expect.stringMatching(/^127\.0\.0\.1:\d+$/) as unknown,
      AWS_REGION: 'eu-central-1',
      AWS_SECRET_ACCESS_KEY: expect.any(String) as unknown,
      AWS_SESSION_TOKEN: expect.any(String) as unknown,
      LAMBDA_RUNTIME_DIR: '/var/runtime',
      LAMBDA_TASK_ROOT: expect.stringMatching(/\/tasks-api-\w+\/0$/) as unknown,
      LANG: 'en_US.UTF-8',
      PATH: '/var/lang/bin:/usr/local/bin:/usr/bin/:/bin:/opt/bin',
      TZ: ':UTC',
    })
  })

  it('is called with the event, and a context with the request, the function and the time left', async () => {
    const fixture = functionOf(`export const handler = async (event, context) =>
      ({ event, context, leftMs: context.getRemainingTimeInMillis() })`)
    const outcome = await fixture.invoke({ some: 'event' })
    const { event, context, leftMs } = JSON.parse('payload' in outcome ? outcome.payload : '') as {
      event: unknown
      context: unknown
      leftMs: number
    }
    expect(event).toEqual({ some: 'event' })
    expect(context).toMatchObject({
      awsRequestId: outcome.requestId,
      invokedFunctionArn: 'arn:aws:lambda:eu-central-1:123456789012:function:Fixture:live',
      functionName: 'Fixture',
      memoryLimitInMB: '128',
    })
    expect(leftMs).toBeGreaterThan(0)
    expect(leftMs).toBeLessThanOrEqual(10_000)
  })

  it('gets a heap as large as its memory allows', async () => {
    const fixture = functionOf(`import { getHeapStatistics } from 'node:v8'
      export const handler = async () => getHeapStatistics().heap_size_limit / 2 ** 20`)
    expect(await answerOf(fixture)).toBeLessThan(128 * 1.25)
  })

  it('is frozen between invocations: pending work continues in the next one', async () => {
    const fixture = functionOf(`const ticks = []
      setInterval(() => ticks.push(Date.now()), 20)
      export const handler = async () => {
        const last = Date.now()
        await new Promise((resolve) => setTimeout(resolve, 200))
        return { last, ticks }
      }`)
    const first = (await answerOf(fixture)) as { ticks: number[] }
    const frozenAtMs = Date.now()
    expect(stateOf(fixture.process?.pid)).toMatch(/^T/)
    await sleep(400)
    const thawnAtMs = Date.now()
    const second = (await answerOf(fixture)) as { ticks: number[] }
    const meanwhile = second.ticks.filter((tick) => tick > frozenAtMs && tick < thawnAtMs)
    expect(meanwhile).toEqual([])
    expect(second.ticks.length).toBeGreaterThan(first.ticks.length)
  })

  it('runs one invocation at a time', async () => {
    const fixture = functionOf(`let running = 0
      export const handler = async () => {
        const others = running++
        await new Promise((resolve) => setTimeout(resolve, 20))
        running--
        return others
      }`)
    expect(await Promise.all([1, 2, 3].map(() => answerOf(fixture)))).toEqual([0, 0, 0])
  })

  it('is killed at its deadline, for which the caller gets a bare 500, and starts again', async () => {
    const fixture = functionOf(
      `let calls = 0
      export const handler = async ({ stays }) => stays ? new Promise(() => setInterval(() => {}, 9)) : ++calls`,
      { timeoutMs: 500 },
    )
    expect(await answerOf(fixture)).toBe(1)
    const pid = fixture.process?.pid
    const outcome = await fixture.invoke({ stays: true })
    expect(outcome).toMatchObject({
      errorType: 'Sandbox.Timedout',
      errorMessage: 'Task timed out after 0.50 seconds',
    })
    expect(toResult(outcome)).toEqual(bareFailure)
    expect(fixture.log.at(-1)).toContain(`${outcome.requestId} Task timed out after 0.50 seconds`)
    expect(stateOf(pid)).toBe('')
    expect(await answerOf(fixture)).toBe(1)
  })

  it('may answer with up to 6,291,556 bytes', async () => {
    const fixture = functionOf(`export const handler = async ({ bytes }) => 'x'.repeat(bytes - 2)`)
    expect(await answerOf(fixture, { bytes: maxAnswerBytes })).toHaveLength(maxAnswerBytes - 2)
    const outcome = await fixture.invoke({ bytes: maxAnswerBytes + 1 })
    expect(outcome).toMatchObject({
      errorType: 'Function.ResponseSizeTooLarge',
      errorMessage: 'Response payload size exceeded maximum allowed payload size (6291556 bytes).',
    })
    expect(toResult(outcome)).toEqual(bareFailure)
    expect(await answerOf(fixture, { bytes: 10 })).toHaveLength(8)
  })

  it.each([
    ['throws', `export const handler = async () => { throw new TypeError('no') }`, 'TypeError', 'no'],
    [
      'ends its process',
      `export const handler = async () => process.exit(3)`,
      'Runtime.ExitError',
      'Runtime exited with error: exit status 3',
    ],
    ['cannot be loaded', `throw new RangeError('out')`, 'RangeError', 'out'],
    [
      'does not exist',
      `export const other = 1`,
      'Runtime.HandlerNotFound',
      'index.handler is undefined or not exported',
    ],
  ])('that %s fails its invocation', async (_, source, errorType, errorMessage) => {
    const outcome = await functionOf(source).invoke({})
    expect(outcome).toMatchObject({ kind: 'failed', errorType, errorMessage })
    expect(toResult(outcome)).toEqual(bareFailure)
  })

  it('ends on stop, frozen or not, and when the process that started it ends', async () => {
    const fixture = functionOf('export const handler = async () => 1')
    await answerOf(fixture)
    const pid = fixture.process?.pid
    await fixture.stop()
    expect(stateOf(pid)).toBe('')

    // a process starts a function, prints its pid, and is killed while the function is frozen
    const path = JSON.stringify(resolve(import.meta.dirname, './process.ts'))
    // it must not end by itself before it is frozen
    const endless = join(newTempFolder(), 'endless.mjs')
    writeFileSync(endless, 'setInterval(() => {}, 1000)')
    const script = `import { startNode } from ${path}
      const child = startNode(${JSON.stringify(endless)}, 128, {}, () => {})
      child.freeze()
      console.log(child.pid)
      setInterval(() => {}, 1000)`
    const starter = spawn(process.execPath, ['--input-type=module', '--eval', script])
    const [shown] = (await once(starter.stdout, 'data')) as [Buffer]
    const left = Number(shown.toString())
    expect(stateOf(left)).toMatch(/^T/)
    starter.kill('SIGKILL')
    await expect.poll(() => stateOf(left), { timeout: 10_000 }).toBe('')
  })
})
