/** What a handler is made of, each with all before it; the last one adds the SDK. */
export const stageNames = ['middy stack', '+ token', '+ validation', '+ store', 'whole handler'] as const
export type StageName = (typeof stageNames)[number]

/** What one request took: on the clock, for each request; and of the processors, on average. */
export interface Block {
  timesMs: number[]
  cpuMs: number
}

/** The operations that are measured; of those that write, ones that may be repeated. */
export const handlerOperations = [
  'tasks.get',
  'tasks.create',
  'tasks.update',
  'projects.list-tasks',
  'changes.list',
] as const

/** What the measured process is asked for; it answers each in turn. */
export type Question =
  { ask: 'stages'; operation: string; requests: number } | { ask: 'bare-begins' } | { ask: 'bare-ends' }

/** Its answers: first its port, when it is ready. */
export type Answer = { port: number } | { stages: Record<StageName, Block> } | { cpuMs: number }
