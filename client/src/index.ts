import { calendarsOf } from './calendars.ts'
import { commentsOf } from './comments.ts'
import { exportAllOf, type ExportAllOptions } from './export.ts'
import { formsOf, submissionsOf } from './forms.ts'
import { dataOf, type CallOptions, type ClientOptions } from './http.ts'
import { historyOf, revertsOf, taskHistoryOf } from './history.ts'
import { ResourceClient } from './resource-client.ts'
import { rulesOf } from './rules.ts'
import { Sync, type SyncOptions } from './sync.ts'
import { tasksOf } from './tasks.ts'
import type { Health } from './types.ts'
import { webhooksOf } from './webhooks.ts'

/**
 * A client of the Tasks API for one account. Every method returns the body that the API returns, and throws a
 * TasksApiError for any failure.
 */
export class TasksClient extends ResourceClient {
  readonly forms: ReturnType<typeof formsOf>
  readonly submissions: ReturnType<typeof submissionsOf>
  readonly rules: ReturnType<typeof rulesOf>
  readonly webhooks: ReturnType<typeof webhooksOf>
  readonly calendars: ReturnType<typeof calendarsOf>
  override readonly tasks: ResourceClient['tasks'] & ReturnType<typeof taskHistoryOf>
  readonly history: ReturnType<typeof historyOf>
  readonly comments: ReturnType<typeof commentsOf>
  readonly reverts: ReturnType<typeof revertsOf>
  readonly #originId: string | undefined

  constructor(options: ClientOptions) {
    super(options)
    this.forms = formsOf(this.http)
    this.submissions = submissionsOf(this.http)
    this.rules = rulesOf(this.http)
    this.webhooks = webhooksOf(this.http)
    this.calendars = calendarsOf(this.http)
    this.tasks = { ...tasksOf(this.http), ...taskHistoryOf(this.http) }
    this.history = historyOf(this.http)
    this.comments = commentsOf(this.http)
    this.reverts = revertsOf(this.http)
    this.#originId = options.originId
  }

  /** Whether the service and its table answer; throws `service_unavailable` after the retries if they do not. */
  health({ signal }: CallOptions = {}): Promise<Health> {
    return dataOf(this.http.GET('/health', { ...(signal && { signal }) }), 'status')
  }

  /** All projects of the account with their lanes and tasks, as the parts of a file that the operator can import. */
  exportAll(options: ExportAllOptions = {}): AsyncGenerator<string, void, undefined> {
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
export type { CommentAnswer } from './comments.ts'
export type { DryRun, TriedTask } from './dry-run.ts'
export { isTasksApiError, TasksApiError, type ErrorCode, type ServiceErrorCode } from './error.ts'
export type { ExportAllOptions, ExportOptions } from './export.ts'
export type { CallOptions, ClientOptions } from './http.ts'
export type { ImportOptions } from './import.ts'
export type { RevertOptions } from './history.ts'
export type { PageOptions } from './pages.ts'
export type { ResourceClient } from './resource-client.ts'
export {
  isTaskEvent,
  type ChangeableField,
  type CommentEvent,
  type HeldNotice,
  type RuleDisabled,
  type RuleFailed,
  type RuleFired,
  type TaskEvent,
  type TaskEventType,
  type TestEvent,
  type WebhookEvent,
  type WebhookNotice,
} from './event.ts'
export type { Fetch, RetryOptions } from './retry.ts'
export type { TriedRule, TriedRun } from './rules.ts'
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
