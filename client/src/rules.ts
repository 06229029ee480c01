import { dryRunQuery, refuseWritten, type DryRun } from './dry-run.ts'
import { answerOf, at, dataOf, type CallOptions, type Http } from './http.ts'
import { entriesOf, type PageOptions } from './pages.ts'
import type {
  Comment,
  NewRule,
  NewRun,
  Rule,
  RuleChanges,
  RulePreview,
  RuleRun,
  RunFilter,
  Task,
} from './types.ts'

interface RuleAnswer {
  rule: Rule
}

interface RunAnswer {
  run: RuleRun
}

/** The rule that a create would make, and when it would run. Nothing was stored. */
export interface TriedRule extends DryRun {
  /** The rule as it would be. */
  wouldBe: Rule
  /** The next times of a schedule, the first tasks of a date with their times, or the tasks that meet an event's conditions now. */
  preview: RulePreview
}

/** What a run would do. Nothing was written. */
export interface TriedRun extends DryRun {
  /** The run as its log would show it. */
  wouldBe: RuleRun
  /** The tasks and comments that it would create, if its rule creates one. */
  preview?: { tasks: Task[]; comments?: Comment[] }
}

/** The calls that can be tried: what they return depends on `dryRun`. */
function triableOf(http: Http) {
  async function create(body: NewRule, options: CallOptions & DryRun): Promise<TriedRule>
  async function create(body: NewRule, options?: CallOptions & { dryRun?: false }): Promise<RuleAnswer>
  async function create(
    body: NewRule,
    { dryRun, signal }: CallOptions & { dryRun?: boolean } = {},
  ): Promise<TriedRule | RuleAnswer> {
    const params = dryRunQuery(dryRun)
    const { data, headers } = await answerOf(
      http.POST('/rules', { body, params, ...(signal && { signal }) }),
      'rule',
    )
    if (!dryRun) return { rule: data.rule }
    refuseWritten(headers, 'the rule was created')
    return {
      dryRun: true,
      wouldBe: data.rule,
      preview: data.preview ?? { status: data.rule.status, occurrences: [] },
    }
  }

  async function run(ruleId: string, body: NewRun, options: CallOptions & DryRun): Promise<TriedRun>
  async function run(
    ruleId: string,
    body?: NewRun,
    options?: CallOptions & { dryRun?: false },
  ): Promise<RunAnswer>
  async function run(
    ruleId: string,
    body: NewRun = {},
    { dryRun, signal }: CallOptions & { dryRun?: boolean } = {},
  ): Promise<TriedRun | RunAnswer> {
    const params = { path: { ruleId }, ...dryRunQuery(dryRun) }
    const { data, headers } = await answerOf(
      http.POST('/rules/{ruleId}/runs', { body, params, ...(signal && { signal }) }),
      'run',
    )
    if (!dryRun) return { run: data.run }
    refuseWritten(headers, 'the rule has run')
    return { dryRun: true, wouldBe: data.run, ...(data.preview && { preview: data.preview }) }
  }

  return { create, run }
}

/** Calls about rules. All need the scope hooks; to make, change or run one takes read and write too. */
export const rulesOf = (http: Http) => ({
  /**
   * Creates a rule, which then acts by itself. With `dryRun: true` it creates none, and returns a `TriedRule`, which has no
   * `rule`. Not retried when the outcome is unknown: a retry could create a second rule.
   */
  create: triableOf(http).create,

  /** The rules of the account, or of a project, oldest first. */
  list: ({ projectId, signal }: { projectId?: string | undefined } & CallOptions = {}): Promise<{
    rules: Rule[]
  }> => {
    const params = projectId === undefined ? {} : { query: { projectId } }
    return dataOf(http.GET('/rules', { params, ...(signal && { signal }) }), 'rules')
  },

  get: (ruleId: string, options: CallOptions = {}): Promise<RuleAnswer> =>
    dataOf(http.GET('/rules/{ruleId}', at({ ruleId }, options)), 'rule'),

  /** Changes a rule. `status: 'active'` also starts one that was disabled; it counts from now on. */
  update: (ruleId: string, body: RuleChanges, options: CallOptions = {}): Promise<RuleAnswer> =>
    dataOf(http.PATCH('/rules/{ruleId}', { body, ...at({ ruleId }, options) }), 'rule'),

  delete: (ruleId: string, options: CallOptions = {}): Promise<{ success: true }> =>
    dataOf(http.DELETE('/rules/{ruleId}', at({ ruleId }, options)), 'success'),

  /** The next `count` times at which a rule runs, 10 by default; of a date also the tasks. */
  preview: (
    ruleId: string,
    { count, signal }: { count?: number | undefined } & CallOptions = {},
  ): Promise<RulePreview> => {
    const params = { path: { ruleId }, ...(count !== undefined && { query: { count } }) }
    return dataOf(http.GET('/rules/{ruleId}/preview', { params, ...(signal && { signal }) }), 'occurrences')
  },

  /**
   * Runs a rule once, now: for the task `taskId` if its trigger is a date or an event. If the run fails, its `error` says why.
   * With `dryRun: true` it writes nothing, and returns a `TriedRun`, which has no `run`. Not retried when the outcome is
   * unknown: a retry could run it twice.
   */
  run: triableOf(http).run,

  /** The log of a rule, newest first. Iterate with `for await`; all pages are included. */
  listRuns: (
    ruleId: string,
    { limit, signal, ...filter }: RunFilter & PageOptions = {},
  ): AsyncGenerator<RuleRun, void, undefined> =>
    entriesOf('runs', { limit, signal }, ({ page, options }) => {
      const params = { path: { ruleId }, query: { ...filter, ...page } }
      return http.GET('/rules/{ruleId}/runs', { params, ...options })
    }),
})
