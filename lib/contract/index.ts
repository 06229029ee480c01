import * as bulk from './bulk.ts'
import * as changes from './change.ts'
import * as deliveries from './delivery.ts'
import type { Endpoint } from './endpoint.ts'
import * as exports from './export.ts'
import * as forms from './form.ts'
import * as health from './health.ts'
import * as hooks from './hook.ts'
import * as imports from './import.ts'
import * as lanes from './lane.ts'
import * as projects from './project.ts'
import * as submissions from './submission.ts'
import * as subtasks from './subtask.ts'
import * as taskLists from './task-list.ts'
import * as tasks from './task.ts'
import * as tokens from './token.ts'
import type { TriggeredFunction } from './triggered.ts'
import * as changesOfMany from './update-where.ts'
import * as webhookFunctions from './webhook-functions.ts'
import * as webhookReplays from './webhook-replay.ts'
import * as webhooks from './webhook.ts'

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
