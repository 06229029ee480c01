/** The stages of a handler. Each includes the ones before it; the last one adds the SDK. */
export const stageNames = ['middy stack', '+ token', '+ validation', '+ store', 'whole handler'] as const
export type StageName = (typeof stageNames)[number]

/** The time of a block of requests: the elapsed time of each request, and the average processor time. */
export interface Block {
  timesMs: number[]
  cpuMs: number
}

/** The operations that are measured. Those that write can be repeated. */
export const handlerOperations = [
  'tasks.get',
  'tasks.create',
  'tasks.update',
  'projects.list-tasks',
  'changes.list',
] as const

/** The questions to the measured process, which answers them in turn. */
export type Question =
  { ask: 'stages'; operation: string; requests: number } | { ask: 'bare-begins' } | { ask: 'bare-ends' }

/** The answers of the measured process. The first one is its port, when it is ready. */
export type Answer = { port: number } | { stages: Record<StageName, Block> } | { cpuMs: number }
