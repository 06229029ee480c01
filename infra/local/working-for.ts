import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<string>()

/** The group of the service's own work, such as the delivery of events. */
export const theService = 'service'

/** For whom this code runs: the group that `workFor` was called with. */
export const workingFor = (): string => current.getStore() ?? theService

/** Runs work for a group: its requests to the engine then count for this group: turns.ts. */
export const workFor = <T>(group: string, work: () => T): T => current.run(group, work)
