/*
 * The limits of the API, each of which stands here alone: the schemas, the document and the web interface take it from
 * here. README.md lists them for people, and test/limits.test.ts holds README.md against them. This file imports nothing,
 * so that the web interface can use it. Characters are Unicode code points.
 */

/** The longest label of a task, subtask, project or lane, and the longest name of a token. */
export const maxLabelCharacters = 500

/** The longest description of a task. */
export const maxDescriptionCharacters = 10_000

/** The longest external id of a task. */
export const maxExternalIdCharacters = 255

/** The longest `Idempotency-Key`, without the quotes around it. */
export const maxIdempotencyKeyCharacters = 255

/** The most subtasks that a task may have. */
export const maxSubtasks = 100

/** The most lanes that a project may have. */
export const maxLanes = 50

/** The most tokens of an account that work at the same time. */
export const maxLiveTokens = 50

/** The most tasks that a project may hold, unless its account or the operator says otherwise. */
export const defaultTaskQuota = 10_000

/** The most forms that an account may have. */
export const maxForms = 50

/** The most submissions that a form holds without a task. */
export const maxHeldSubmissions = 1_000

/** The most submissions that one call maps again. */
export const maxReplayedSubmissions = 100

/** The submissions that a form takes per minute, unless it says otherwise; and the most that it may say. */
export const defaultFormRateLimit = 600
export const maxFormRateLimit = 6_000

/** How many days a form keeps its submissions, unless it says otherwise; and the most that it may say. */
export const defaultRetentionDays = 30
export const maxRetentionDays = 40

/** The largest body of a submission. */
export const maxSubmissionKib = 64

/** The requests that an account may send per minute, unless the operator says otherwise. */
export const defaultRateLimit = 3_000

/** The highest rate limit that can be set, in requests per minute. */
export const maxRateLimit = 100_000_000

/** The most entries that a page may hold. */
export const maxPageEntries = 100

/** The entries that a page holds, unless the request says otherwise. */
export const defaultPageEntries = 50

/** How many days the trash keeps a task. */
export const trashRetentionDays = 40
