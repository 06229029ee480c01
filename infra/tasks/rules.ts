import { InvalidArgumentError, Option, type Command } from 'commander'
import { isTasksApiError, TasksClient, type Rule, type RuleRun } from '../../client/src/index.ts'
import { runOutcomes } from '../../lib/rules/run.ts'
import { readId } from '../admin/inputs.ts'
import { toCell, toRecord, toTable, toTime, type Columns, type Output } from '../admin/output.ts'
import { print } from '../admin/run.ts'
import { called } from '../called.ts'
import { commandLine } from '../command-line.ts'
import { connectionOf, withHint, withServiceOptions, type Connection } from '../listen/inputs.ts'

const more = (call: string) => `
A rule does something at a time or when something happens, such as creating a
task each Monday: docs/how-to/rules.md. Rules are made with the API or in the web
interface.

By default these commands ask the service that ${called.start} runs on this machine.
For a service elsewhere give --url and --token. The token needs the scope hooks;
"run" also read and write, and delete if the rule moves tasks into the trash.

Exit codes: 0 for success, 1 for a failure, 2 for wrong usage.

  ${call} list
  ${call} run 01a1fc62-6b21-7c4e-9d70-3e8a5f1b2c64 --dry-run
  ${call} log 01a1fc62-6b21-7c4e-9d70-3e8a5f1b2c64 --outcome failed
`

interface GlobalOptions {
  url?: string
  token?: string
}

const ruleColumns: Columns<Rule> = {
  ID: ({ id }) => id,
  Label: ({ label }) => label,
  Status: ({ status }) => status,
  Trigger: ({ trigger }) => trigger.type,
  Action: ({ action }) => action.type,
  Next: ({ next_at }) => (next_at === null ? '-' : toTime(next_at)),
  'Last run': ({ last_run }) => (last_run ? `${toTime(last_run.at)}, ${last_run.outcome}` : '-'),
}

/** What happened in a run: a run without an outcome goes on. */
const outcomeOf = ({ outcome }: RuleRun): string => outcome ?? 'running'

/** Why a run failed, was skipped or came late. */
const reasonOf = ({ error, reason }: RuleRun): string =>
  error ? `${error.code}: ${error.message}` : (reason ?? '-')

const runColumns: Columns<RuleRun> = {
  Due: ({ due_at }) => toTime(due_at),
  Outcome: outcomeOf,
  Task: ({ task_id }) => task_id ?? '-',
  Matched: ({ matched }) => matched,
  Updated: ({ updated }) => updated,
  Created: ({ created }) => (created.length === 0 ? '-' : created.join(', ')),
  Reason: reasonOf,
}

const listOf = (rules: Rule[]): string => {
  if (rules.length === 0) return 'There is no rule yet.'
  const reasons = rules.flatMap(({ id, disabled_reason: reason }) =>
    reason === null ? [] : [`${id} is disabled: ${reason}`],
  )
  return [toTable(ruleColumns, rules), ...reasons].join('\n')
}

async function listRules(client: TasksClient, { project }: { project?: string }): Promise<Output> {
  const { rules } = await client.rules.list({ projectId: project })
  return { document: { rules }, text: listOf(rules) }
}

/** @throws the error, which names the option where the service has named the field */
function withOption(error: unknown): never {
  throw isTasksApiError(error, 'invalid_request')
    ? new Error(error.message.replace(/^taskId\b/, '--task'), { cause: error })
    : error
}

async function runRule(
  client: TasksClient,
  ruleId: string,
  { task, dryRun }: { task?: string; dryRun?: true },
): Promise<Output> {
  const body = task === undefined ? {} : { taskId: task }
  if (dryRun) {
    const { wouldBe, preview } = await client.rules.run(ruleId, body, { dryRun }).catch(withOption)
    const tasks = (preview?.tasks ?? []).map(({ label }) => `\nIt would create “${toCell(label, Infinity)}”.`)
    const comments = (preview?.comments ?? []).map(
      ({ text }) => `\nIt would comment “${toCell(text, Infinity)}”.`,
    )
    const text = `Dry run: nothing was written. The run would be:\n${toRecord(runColumns, wouldBe)}${[...tasks, ...comments].join('')}`
    return { document: { dry_run: true, would_be: wouldBe, ...(preview && { preview }) }, text }
  }
  const { run } = await client.rules.run(ruleId, body).catch(withOption)
  const later = run.outcome === null ? '\nIt takes longer than a request, and goes on: see the log.' : ''
  const output = { document: { run }, text: toRecord(runColumns, run) + later }
  return run.error ? { ...output, error: `The run failed. ${run.error.message}` } : output
}

/** The newest runs of a rule. */
async function readLog(
  client: TasksClient,
  ruleId: string,
  { limit, outcome }: { limit: number; outcome?: (typeof runOutcomes)[number] },
): Promise<Output> {
  const runs: RuleRun[] = []
  const pageSize = Math.min(limit + 1, 100)
  for await (const run of client.rules.listRuns(ruleId, {
    limit: pageSize,
    ...(outcome && { outcome }),
  })) {
    runs.push(run)
    if (runs.length > limit) break
  }
  const shown = runs.slice(0, limit)
  const rest = runs.length > limit ? '\nThere are older ones: raise --limit.' : ''
  const text = shown.length === 0 ? 'The log has no such run.' : toTable(runColumns, shown, Infinity) + rest
  return { document: { runs: shown }, text }
}

/** Parses how many runs are shown. */
function readCount(input: string): number {
  if (/^[1-9]\d{0,3}$/.test(input)) return Number(input)
  throw new InvalidArgumentError('It must be a whole number from 1 to 9999.')
}

/**
 * Calls the service that the options name, and prints what a command makes of it.
 * @throws Error with one sentence for people
 */
async function ask(command: Command, work: (client: TasksClient) => Promise<Output>): Promise<void> {
  const { url, token } = command.optsWithGlobals<GlobalOptions>()
  const connection: Connection = await connectionOf({
    ...(url !== undefined && { baseUrl: url }),
    ...(token !== undefined && { token }),
  })
  const output = await work(new TasksClient(connection)).catch((error: unknown) => {
    throw withHint(error, connection)
  })
  print(command, output)
  if (output.error !== undefined) throw new Error(output.error)
}

/**
 * The commands about rules.
 * @param call how one calls them, such as `npx tasks rules`
 */
export function rulesCommand(call: string): Command {
  const rules = withServiceOptions(
    commandLine(call, 'List the rules of an account, run one now, and read its log.'),
  )
    .addHelpText('after', more(call))
    .configureHelp({ showGlobalOptions: true })
    .helpCommand(false)
  rules
    .command('list')
    .description('List the rules, oldest first, with the next time and the last run of each.')
    .option('--project <id>', 'only the rules of this project', readId)
    .action((options: { project?: string }, command: Command) =>
      ask(command, (client) => listRules(client, options)),
    )
  rules
    .command('run')
    .description('Run a rule once, now, also if it is paused. It ends with 1 if the run fails.')
    .argument('<rule>', 'the id of the rule', readId)
    .option('--task <id>', 'the task that it runs for, if its trigger is a date or an event', readId)
    .option('--dry-run', 'only say what it would do')
    .action((ruleId: string, options: { task?: string; dryRun?: true }, command: Command) =>
      ask(command, (client) => runRule(client, ruleId, options)),
    )
  rules
    .command('log')
    .description('Show the runs of a rule, and what was skipped, newest first.')
    .argument('<rule>', 'the id of the rule', readId)
    .addOption(new Option('--outcome <outcome>', 'only runs that ended so').choices(runOutcomes))
    .option('--limit <number>', 'how many at most', readCount, 20)
    .action(
      (
        ruleId: string,
        options: { limit: number; outcome?: (typeof runOutcomes)[number] },
        command: Command,
      ) => ask(command, (client) => readLog(client, ruleId, options)),
    )
  return rules
}
