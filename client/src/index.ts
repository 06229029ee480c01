import { ChangeFeed, type ChangesOptions } from './changes.ts'
import { exportAllOf, type ExportOptions } from './export.ts'
import { fieldsOf } from './fields.ts'
import { formsOf, submissionsOf } from './forms.ts'
import { dataOf, openHttp, type CallOptions, type ClientOptions, type Http } from './http.ts'
import { membersOf, sessionsOf } from './members.ts'
import { lanesOf, projectsOf } from './projects.ts'
import { Sync, type SyncOptions } from './sync.ts'
import { subtasksOf, tasksOf } from './tasks.ts'
import { tokensOf } from './tokens.ts'
import type { Health } from './types.ts'
import { webhooksOf } from './webhooks.ts'

/**
 * A client of the Tasks API for one account. Every method returns the body that the API returns, and throws a
 * TasksApiError for any failure.
 */
export class TasksClient {
  /** The openapi-fetch client, for what the methods do not cover. It does not throw for error answers. */
  readonly http: Http
  readonly tasks: ReturnType<typeof tasksOf>
  readonly subtasks: ReturnType<typeof subtasksOf>
  readonly projects: ReturnType<typeof projectsOf>
  readonly lanes: ReturnType<typeof lanesOf>
  readonly fields: ReturnType<typeof fieldsOf>
  readonly members: ReturnType<typeof membersOf>
  readonly sessions: ReturnType<typeof sessionsOf>
  readonly tokens: ReturnType<typeof tokensOf>
  readonly forms: ReturnType<typeof formsOf>
  readonly submissions: ReturnType<typeof submissionsOf>

  readonly webhooks: ReturnType<typeof webhooksOf>
  readonly #originId: string | undefined

  constructor(options: ClientOptions) {
    this.#originId = options.originId
    this.http = openHttp(options)
    this.tasks = tasksOf(this.http)
    this.subtasks = subtasksOf(this.http)
    this.projects = projectsOf(this.http)
    this.lanes = lanesOf(this.http)
    this.fields = fieldsOf(this.http)
    this.members = membersOf(this.http)
    this.sessions = sessionsOf(this.http)
    this.tokens = tokensOf(this.http)
    this.forms = formsOf(this.http)
    this.submissions = submissionsOf(this.http)
    this.webhooks = webhooksOf(this.http)
  }

  /** Whether the service and its table answer; throws `service_unavailable` after the retries if they do not. */
  health({ signal }: CallOptions = {}): Promise<Health> {
    return dataOf(this.http.GET('/health', { ...(signal && { signal }) }), 'status')
  }

  /** The changes in the account: `for await (const change of client.changes({ cursor }))`. */
  changes(options: ChangesOptions = {}): ChangeFeed {
    return new ChangeFeed(this.http, options)
  }

  /** All projects of the account with their lanes and tasks, as the parts of a file that the operator can import. */
  exportAll(options: Omit<ExportOptions, 'format'> = {}): AsyncGenerator<string, void, undefined> {
    return exportAllOf(this.http, options)
  }

  /** Keeps another system in step with the account: it follows the changes, and a webhook makes it fast. */
  sync(options: SyncOptions): Sync {
    const own = this.#originId === undefined ? [] : [this.#originId]
    return new Sync(this.http, { ...options, excludeOriginIds: options.excludeOriginIds ?? own })
  }
}

export type { TryOptions } from './change-tasks.ts'
export type { ChangeFeed, ChangesOptions } from './changes.ts'
export type { DryRun, TriedTask } from './dry-run.ts'
export { isTasksApiError, TasksApiError, type ErrorCode, type ServiceErrorCode } from './error.ts'
export type { ExportOptions } from './export.ts'
export type { CallOptions, ClientOptions } from './http.ts'
export type { ImportOptions } from './import.ts'
export type { PageOptions } from './pages.ts'
export {
  isTaskEvent,
  type ChangeableField,
  type HeldNotice,
  type TaskEvent,
  type TaskEventType,
  type TestEvent,
  type WebhookEvent,
  type WebhookNotice,
} from './event.ts'
export type { Fetch, RetryOptions } from './retry.ts'
export type { Sync, SyncOptions, SyncStore } from './sync.ts'
export type { BulkOptions, CreateOptions, WriteOptions } from './tasks.ts'
export {
  verify,
  WebhookVerificationError,
  type VerifyOptions,
  type WebhookHeaders,
  type WebhookVerificationReason,
} from './verify.ts'
export type * from './types.ts'
