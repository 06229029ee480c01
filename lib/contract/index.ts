import * as changes from './change.ts'
import type { Endpoint } from './endpoint.ts'
import * as lanes from './lane.ts'
import * as projects from './project.ts'
import * as subtasks from './subtask.ts'
import * as taskLists from './task-list.ts'
import * as tasks from './task.ts'
import * as tokens from './token.ts'

const declarations: unknown[] = [tasks, taskLists, subtasks, projects, lanes, changes, tokens].flatMap(
  (resource) => Object.values<unknown>(resource),
)

/** Only declarations carry an endpoint's id and path. */
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'id' in value && 'path' in value && 'scope' in value

/**
 * Every endpoint of the API. For the local server, the deployment, the document and the tests; a function
 * imports its own declaration only, so that its bundle stays small.
 */
export const endpoints: readonly Endpoint[] = declarations.filter(isEndpoint)
