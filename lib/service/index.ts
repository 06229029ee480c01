import * as bulk from '../tasks/bulk-request.ts'
import * as changes from '../tasks/change.ts'
import * as deliveries from '../webhooks/delivery.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import * as exports from '../transfer/export-request.ts'
import * as forms from '../forms/form.ts'
import * as health from './health.ts'
import * as hooks from '../forms/hook.ts'
import * as imports from '../transfer/import-request.ts'
import * as lanes from '../projects/lane.ts'
import * as projects from '../projects/project.ts'
import * as submissions from '../forms/submission.ts'
import * as subtasks from '../tasks/subtask-request.ts'
import * as taskLists from '../tasks/list-request.ts'
import * as tasks from '../tasks/task.ts'
import * as tokens from '../tokens/token.ts'
import type { TriggeredFunction } from '../contract/triggered.ts'
import * as changesOfMany from '../tasks/update-where-request.ts'
import * as webhookFunctions from '../webhooks/functions.ts'
import * as webhookReplays from '../webhooks/replay-request.ts'
import * as webhooks from '../webhooks/webhook.ts'

const resources = [
  ...[tasks, bulk, taskLists, changesOfMany, subtasks, projects, lanes, imports, exports, changes],
  ...[forms, hooks, submissions],
  ...[webhooks, webhookReplays, deliveries, webhookFunctions],
  tokens,
  health,
]
const declarations = resources.flatMap((resource) => Object.values<unknown>(resource))

const has = (value: unknown, member: 'auth' | 'trigger'): boolean =>
  typeof value === 'object' && value !== null && 'id' in value && member in value

/** Only declarations of endpoints have `auth`. */
const isEndpoint = (value: unknown): value is Endpoint => has(value, 'auth')

/** Only declarations of functions without a route have `trigger`. */
const isTriggered = (value: unknown): value is TriggeredFunction => has(value, 'trigger')

/**
 * Every endpoint of the API, for the local server, the deployment, the document and the tests. A function imports only
 * its own declaration, so that its bundle stays small.
 */
export const endpoints: readonly Endpoint[] = declarations.filter(isEndpoint)

/** Every function without a route, for the same users as `endpoints`. */
export const triggeredFunctions: readonly TriggeredFunction[] = declarations.filter(isTriggered)
