import type { TaskItem } from './task-item.ts'

/**
 * Names one write of a task for ever: `updated_at` rises with each write, also when a task that was purged is made
 * again by its external id. The version does not, so it is no part of it. It holds no dot: a webhook's signature
 * separates its parts by dots.
 */
export const eventIdOf = ({ id, updated_at }: Pick<TaskItem, 'id' | 'updated_at'>): string =>
  eventIdAt(id, updated_at)

/** The id of the event of something, by its id, at a time: `evt_<id without dashes>_<ms since 1970>`. */
export const eventIdAt = (id: string, time: string): string =>
  `evt_${id.replaceAll('-', '')}_${Date.parse(time)}`
