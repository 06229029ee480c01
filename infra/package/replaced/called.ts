import type { called as calledInRepository } from '../../called.ts'

const name = 'tasks-api'

/** infra/called.ts, in the npm package. */
export const called: typeof calledInRepository = {
  tasks: `npx ${name}`,
  name,
  start: `npx ${name} start`,
  listen: `npx ${name} listen`,
  more: `The data is in the folder .data of the folder where you call it, unless DATA_DIR names another.`,
}
