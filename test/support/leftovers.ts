/** What resets that which files of a worker share. `leftovers.setup.ts` does so after each file. */
export const leftovers: (() => void)[] = []
