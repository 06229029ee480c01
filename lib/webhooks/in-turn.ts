/**
 * Runs a round of work that can wait, when its turn comes.
 * @param sinceMs the time since which there is something to do, in ms since 1970
 */
export type InTurn = <T>(sinceMs: number, work: () => Promise<T>) => Promise<T>

let current: InTurn = (_, work) => work()

/**
 * Runs a round of work that can wait, such as deliveries: on one machine, after the requests that are being answered; on
 * AWS, at once.
 */
export const inTurn: InTurn = (sinceMs, work) => current(sinceMs, work)

/** Sets who goes first in this process. */
export const useTurns = (other: InTurn): void => {
  current = other
}
