import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import {
  handlerOperations,
  stageNames,
  type Answer,
  type Block,
  type Question,
  type StageName,
} from './handler-questions.ts'
import { hammer } from './hammer.ts'
import { median, rounded, type Extent } from './statistics.ts'

/** One line of the breakdown. Each stage includes the ones before it. */
export interface HandlerRow {
  operation: string
  stage: StageName
  /** The median elapsed time of a request, in milliseconds. */
  median_ms: number
  /** The processor time per request in the median block. */
  cpu_ms: number
  /** The processor time as a multiple of that of a plain Node HTTP handler in the same run. */
  ratio_to_bare: number
}

export interface HandlerReport {
  bare_http_cpu_ms: number
  rows: HandlerRow[]
}

const extents = {
  // the warm-up goes on until the code is compiled
  exact: { rounds: 7, requestsPerBlock: 300, bareRequests: 1_500, warmUpRequests: 2_000 },
  least: { rounds: 1, requestsPerBlock: 3, bareRequests: 3, warmUpRequests: 3 },
}

async function ask(child: ChildProcess, question: Question): Promise<Answer> {
  child.send(question)
  return answerOf(child)
}

async function answerOf(child: ChildProcess): Promise<Answer> {
  const ended = new AbortController()
  const { signal } = ended
  const events = ['message', 'exit'].map((name) => once(child, name, { signal }))
  const [first] = (await Promise.race(events)) as [unknown]
  ended.abort() // stop waiting for the other event
  await Promise.allSettled(events)
  if (typeof first !== 'object' || first === null) throw new Error('The measured process ended.')
  return first as Answer // it sends nothing else
}

/** Runs the handlers in a separate process, whose log is discarded. */
async function withProbe<T>(act: (child: ChildProcess, port: number) => Promise<T>): Promise<T> {
  const child = fork(fileURLToPath(import.meta.resolve('./handler-probe.ts')), {
    env: { ...process.env, POWERTOOLS_LOG_LEVEL: 'INFO', NODE_NO_WARNINGS: '1' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  try {
    const ready = await answerOf(child)
    if (!('port' in ready)) throw new Error('The measured process did not start.')
    return await act(child, ready.port)
  } finally {
    if (child.connected) child.disconnect()
  }
}

async function bareCpuMs(child: ChildProcess, port: number, amount: number): Promise<number> {
  await ask(child, { ask: 'bare-begins' })
  const url = `http://127.0.0.1:${port}/`
  const { timesMs } = await hammer({
    ...{ url, connections: 1, end: { requests: amount } },
    ...{ method: 'POST', body: '{}' },
  })
  const answer = await ask(child, { ask: 'bare-ends' })
  return ('cpuMs' in answer ? answer.cpuMs : NaN) / timesMs.length
}

async function stagesOf(child: ChildProcess, operation: string, requests: number) {
  const answer = await ask(child, { ask: 'stages', operation, requests })
  if (!('stages' in answer)) throw new Error(`There is no answer for ${operation}.`)
  return answer.stages
}

/** Measures each stage of each operation in rounds, and the plain handler between them. */
export async function measureHandler(
  extent: Extent,
  progress: (line: string) => void,
): Promise<HandlerReport> {
  const { rounds, requestsPerBlock, bareRequests, warmUpRequests } = extents[extent]
  return withProbe(async (child, port) => {
    const blocks = new Map<string, Block[]>()
    const bare: number[] = []
    for (const operation of handlerOperations) await stagesOf(child, operation, warmUpRequests)
    for (let round = 1; round <= rounds; round++) {
      progress(`handlers: round ${round} of ${rounds}`)
      bare.push(await bareCpuMs(child, port, bareRequests))
      for (const operation of handlerOperations) {
        const stages = await stagesOf(child, operation, requestsPerBlock)
        for (const stage of stageNames) {
          const key = `${operation} ${stage}`
          blocks.set(key, [...(blocks.get(key) ?? []), stages[stage]])
        }
      }
    }
    const bareMs = median(bare)
    const rows = handlerOperations.flatMap((operation) =>
      stageNames.map((stage): HandlerRow => {
        const own = blocks.get(`${operation} ${stage}`) ?? []
        const cpuMs = median(own.map((block) => block.cpuMs))
        return {
          operation,
          stage,
          median_ms: rounded(median(own.flatMap(({ timesMs }) => timesMs)), 3),
          cpu_ms: rounded(cpuMs, 3),
          ratio_to_bare: rounded(cpuMs / bareMs, 1),
        }
      }),
    )
    return { bare_http_cpu_ms: rounded(bareMs, 3), rows }
  })
}
