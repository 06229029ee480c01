import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<string>()

/** What the service does for itself, such as the delivery of events. */
export const theService = 'service'

/** For whom this code runs: the group that `workFor` was called with. */
export const workingFor = (): string => current.getStore() ?? theService

/** Runs work for a group, which its requests to the engine are then counted for: turns.ts. */
export const workFor = <T>(group: string, work: () => T): T => current.run(group, work)
