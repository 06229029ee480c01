/*
 * The limits of the API. The limits that people and the web interface need are defined only here, and the schemas
 * and the document import them.
 * `npm run docs:build` writes them into the pages that name them: infra/docs/pages.ts. This file imports nothing, so that the
 * web interface can use it. Characters are Unicode code points.
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

/** The longest text of a comment, and the most comments that a task may have. */
export const maxCommentCharacters = 10_000
export const maxComments = 1_000

/** The most comments that a task shows with itself: the newest. */
export const maxShownComments = 20

/** The most lanes that a project may have. */
export const maxLanes = 50

/** The most live tokens that an account may have. */
export const maxLiveTokens = 50

/** The most members that an account may have, and the longest e-mail address of one. */
export const maxMembers = 500
export const maxEmailCharacters = 254

/** The most sessions that a member has at once, and the hours that a session lasts. */
export const maxSessions = 10
export const sessionHours = 12

/** The minutes in which a person who has several accounts chooses one. */
export const ticketMinutes = 5

/** How often somebody may try to sign in from one address, per minute. */
export const maxSignInAttempts = 60

/** The most projects that a token or a member is bound to. */
export const maxBoundProjects = 10

/** The most tasks that a project may hold, unless its account or the operator sets another quota. */
export const defaultTaskQuota = 10_000

/** The most forms that an account may have. */
export const maxForms = 50

/** The most submissions without a task that a form holds for a replay. */
export const maxHeldSubmissions = 1_000

/** The most submissions that one call maps again. */
export const maxReplayedSubmissions = 100

/** The default and the highest rate limit of a form, in submissions per minute. */
export const defaultFormRateLimit = 600
export const maxFormRateLimit = 6_000

/** The default and the highest number of days that a form keeps its submissions. */
export const defaultRetentionDays = 30
export const maxRetentionDays = 40

/** The largest body of a submission. */
export const maxSubmissionKib = 64

/** The most webhooks that an account may have. */
export const maxWebhooks = 50

/** The number of days that events, their log of deliveries, and what waits for delivery are kept. */
export const maxEventDays = 30

/** The days for which the history of tasks is kept, unless the operator sets others, and the most that they can set. */
export const defaultHistoryDays = 40
export const maxHistoryDays = 400

/** The most events that one replay queues; it goes on to the end of a millisecond. */
export const maxReplayedEvents = 1_000

/** The requests that an account may send per minute, unless the operator sets another limit. */
export const defaultRateLimit = 3_000

/** The highest rate limit that can be set, in requests per minute. */
export const maxRateLimit = 100_000_000

/** The most entries that a page may hold. */
export const maxPageEntries = 100

/** The most entries that a page holds if the request sets no limit. */
export const defaultPageEntries = 50

/** The number of days that the trash keeps a task. */
export const trashRetentionDays = 40

/** The most operations that one bulk request may hold, and the most tasks that one conditional change may take. */
export const maxBulkOperations = 100

/** The most tasks that one call of an agent's tool may write. */
export const maxToolEntries = 25

/** Tasks written per rate-limit unit. */
export const tasksPerCharge = 10

/** The most tasks on a page of an export. Each 100 of them count as one request. */
export const maxExportedTasks = 1_000

/** The most projects that one list of tasks can be filtered by. */
export const maxListedProjects = 10

/** The longest text to search for. */
export const maxSearchCharacters = 100

/** The most rows, and the largest file, that one import takes. */
export const maxImportRows = 2_000
export const maxImportKib = 1_024

/** The most fields that an account may have, the most deleted keys that it remembers, and the largest size of all definitions. */
export const maxFields = 50
export const maxRetiredFields = 200
export const maxFieldsKib = 200

/** The longest label of a field, and the longest value and label of one of its options. */
export const maxFieldLabelCharacters = 60

/** The most options of a field, and the most of them that a task may have at once. */
export const maxFieldOptions = 50
export const maxSelectedOptions = 20

/** The longest text, and the longest address, that a field of a task holds. */
export const maxFieldTextCharacters = 500
export const maxFieldUrlCharacters = 1_000

/** The highest number that a field of a task holds; the lowest is its negative. */
export const maxFieldNumber = 1e15

/** The most fields that the mapping of a form may fill. */
export const maxMappedFields = 30

/** The most conditions on fields that one filter may have. */
export const maxFieldConditions = 10

/** The most calendars that an account may have, and the most entries that one has. */
export const maxCalendars = 50
export const maxCalendarEntries = 5_000

/** The most projects that a calendar is limited to. */
export const maxCalendarProjects = 10

/** The most data of tasks that one answer of a calendar is made of, and how often one answers per minute. */
export const maxCalendarMib = 32
export const calendarRateLimit = 60

/** The longest part of a task's description in a calendar. */
export const maxCalendarTextCharacters = 500

/** The most rules that an account may have. */
export const maxRules = 50

/** The number of days that the log of a rule's runs is kept. */
export const runLogDays = 30

/** The most tasks that the rules of an account write per minute. The rest waits for the next minute. */
export const maxRuleWritesPerMinute = 600

/** The most times that a preview of a rule shows, and how many it shows by default. */
export const maxPreviewedTimes = 50
export const defaultPreviewedTimes = 10

/** After this many failed runs in a row, a rule is disabled. */
export const maxFailedRuns = 10

/** The most missed occurrences that a rule with `catchUp` = `all` runs after an outage. */
export const maxCaughtUpRuns = 100

/** The most tasks in the digest of a rule. */
export const maxDigestTasks = 100
