import type { components, operations } from './schema.ts'

type Schemas = components['schemas']
export type Task = Schemas['Task']
export type TrashedTask = Schemas['TrashedTask']
export type Subtask = Schemas['Subtask']
export type Comment = Schemas['Comment']
/** A changed comment, in the feed of comments. */
export type CommentChange = Schemas['CommentChange']
export type Project = Schemas['Project']
/** A field that the account has defined for its tasks. */
export type Field = Schemas['Field']
/** A person who may sign in to the account. */
export type Member = Schemas['Member']
export type Token = Schemas['Token']
export type Change = Schemas['Change']
/** One write of a task: when it was, who made it, and what it changed. */
export type HistoryEntry = Schemas['HistoryEntry']
export type Form = Schemas['Form']
export type Calendar = Schemas['Calendar']
export type Submission = Schemas['Submission']
export type WholeSubmission = Schemas['WholeSubmission']
export type Webhook = Schemas['Webhook']
export type Rule = Schemas['Rule']
/** A run of a rule, or an occurrence that was skipped, in its log. */
export type RuleRun = Schemas['Run']
export type Delivery = Schemas['Delivery']
export type WholeDelivery = Schemas['WholeDelivery']

type BodyOf<Id extends keyof operations> = operations[Id] extends {
  requestBody: { content: { 'application/json': infer Body } }
}
  ? Body
  : never

export type NewTask = BodyOf<'tasks.create'>
export type NewSubtask = BodyOf<'subtasks.create'>
export type NewComment = BodyOf<'comments.create'>
export type CommentChanges = BodyOf<'comments.update'>
export type TaskChanges = BodyOf<'tasks.update'>
export type TaskMove = BodyOf<'tasks.move'>
/** Which tasks of a project to change, how, and how many in one request at most. */
export type TasksChange = BodyOf<'projects.update-tasks'>
export type SubtaskChanges = BodyOf<'subtasks.update'>
export type NewProject = BodyOf<'projects.create'>
export type ProjectChanges = BodyOf<'projects.update'>
export type NewLane = BodyOf<'lanes.create'>
export type LaneChanges = BodyOf<'lanes.update'>
export type NewMember = BodyOf<'members.create'>
export type MemberChanges = BodyOf<'members.update'>
export type NewToken = BodyOf<'tokens.create'>
export type NewField = BodyOf<'fields.create'>
export type FieldChanges = BodyOf<'fields.update'>
export type NewForm = BodyOf<'forms.create'>
export type FormChanges = BodyOf<'forms.update'>
export type NewCalendar = BodyOf<'calendars.create'>
export type CalendarChanges = BodyOf<'calendars.update'>
/** A sample of what a form's sender posts, and a mapping to try on it. */
export type FormSample = BodyOf<'forms.preview'>

export type NewRule = BodyOf<'rules.create'>
export type RuleChanges = BodyOf<'rules.update'>
/** The task that a rule runs for, if it needs one. */
export type NewRun = BodyOf<'runs.create'>
export type NewWebhook = BodyOf<'webhooks.create'>
export type WebhookChanges = BodyOf<'webhooks.update'>
/** Which events are sent again. */
export type ReplayRange = BodyOf<'webhooks.replay'>

type AnswerOf<Id extends keyof operations> = operations[Id] extends {
  responses: { 200: { content: { 'application/json': infer Answer } } }
}
  ? Answer
  : never

/** An operation of a bulk request. */
export type BulkOperation = BodyOf<'tasks.bulk'>['operations'][number]
/** The results of the operations of a bulk request, in their order. */
export type BulkAnswer = AnswerOf<'tasks.bulk'>
/** The result of one operation. */
export type OperationResult = Schemas['OperationResult']

/** The result of an import. */
export type ImportReport = AnswerOf<'projects.import'>
export type ImportFormat = operations['projects.import']['parameters']['query']['format']

/** That the service answers, and its version. */
export type Health = AnswerOf<'health.get'>

export type FormPreview = AnswerOf<'forms.preview'>
/** The results of a replay of held submissions. */
export type Replayed = AnswerOf<'forms.replay'>

/** The receiver's answer to a test of a webhook. */
export type TestResult = AnswerOf<'webhooks.test'>

/** When a rule runs. */
export type RulePreview = AnswerOf<'rules.preview'>

/** The result of a change of many tasks. */
export type TasksChangeReport = AnswerOf<'projects.update-tasks'>

/** Filters for the list of a project's tasks. */
export type TaskFilter = Omit<
  NonNullable<operations['projects.list-tasks']['parameters']['query']>,
  'limit' | 'cursor'
>

/** Filters for the list of the tasks of all projects. */
export type AccountTaskFilter = Omit<
  NonNullable<operations['tasks.list']['parameters']['query']>,
  'limit' | 'cursor'
>

/** Filters for the list of a form's submissions. */
export type SubmissionFilter = Omit<
  NonNullable<operations['submissions.list']['parameters']['query']>,
  'limit' | 'cursor'
>

/** Filters for the list of a webhook's deliveries. */
export type DeliveryFilter = Omit<
  NonNullable<operations['deliveries.list']['parameters']['query']>,
  'limit' | 'cursor'
>

/** Whose writes are taken back, and of which time. */
export type NewRevert = BodyOf<'reverts.create'>
/** What was taken back, and what stays. */
export type RevertReport = operations['reverts.create']['responses'][200]['content']['application/json']

/** Filters for the history of all tasks. */
export type HistoryFilter = Omit<
  NonNullable<operations['history.list']['parameters']['query']>,
  'limit' | 'cursor'
>

/** Filters for the log of a rule. */
export type RunFilter = Omit<NonNullable<operations['runs.list']['parameters']['query']>, 'limit' | 'cursor'>

/** An answer with one task; `etag` is its version, for `ifMatch`. */
export interface TaskAnswer {
  task: Task
  etag: string
}
