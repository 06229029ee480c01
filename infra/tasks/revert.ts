import type { Command } from 'commander'
import { TasksClient, type NewRevert, type RevertReport } from '../../client/src/index.ts'
import { takeWhole, type WholeRevert } from '../../client/src/history.ts'
import { readId } from '../admin/inputs.ts'
import { toTable, type Columns, type Output } from '../admin/output.ts'
import { print } from '../admin/run.ts'
import { called } from '../called.ts'
import { commandLine, UsageError } from '../command-line.ts'
import { connectionOf, withHint, withServiceOptions } from '../listen/inputs.ts'

const more = (call: string) => `
Each task becomes what it would be without these writes. What others changed since
stays, and is listed: docs/concepts/history.md, "Taking back". First delete the
token or pause the rule that did it, and look at a dry run.

By default this asks the service that ${called.start} runs on this machine. For a
service elsewhere give --url and --token. The token needs the scopes read and write,
and delete for tasks that go to the trash.

Exit codes: 0 for success, 1 for a failure, 2 for wrong usage.

  ${call} --by-token 9a8b7c6d-5e4f-4a3b-8c2d-1e0f9a8b7c6d --after 2026-11-21T00:00:00Z --dry-run
`

interface RevertOptions {
  url?: string
  token?: string
  byToken?: string
  byMember?: string
  byOrigin?: string
  byRule?: string
  byForm?: string
  after: string
  before?: string
  project?: string
  dryRun?: true
}

const taskColumns: Columns<RevertReport['tasks'][number]> = {
  ID: ({ id }) => id,
  Label: ({ label }) => label,
  Effect: ({ effect }) => effect,
  Fields: ({ fields }) => fields.join(', ') || '-',
}

const keptColumns: Columns<RevertReport['kept'][number]> = {
  ID: ({ id }) => id,
  Label: ({ label }) => label,
  Stays: ({ fields }) => fields.join(', ') || 'the task',
  Reason: ({ reason }) => reason,
}

/** @throws UsageError unless exactly one writer is given */
function writerOf({ byToken, byMember, byOrigin, byRule, byForm }: RevertOptions): NewRevert['by'] {
  const ids = { tokenId: byToken, memberId: byMember, originId: byOrigin, ruleId: byRule, formId: byForm }
  const given = Object.entries(ids).filter(([, id]) => id !== undefined)
  if (given.length !== 1)
    throw new UsageError('Give exactly one of --by-token, --by-member, --by-origin, --by-rule and --by-form.')
  return Object.fromEntries(given)
}

/** Takes back all pages. Without a time to end, the first page says it: its cursor keeps it. */
function takeBack(client: TasksClient, options: RevertOptions): Promise<WholeRevert> {
  const { after, before, project: projectId, dryRun } = options
  const asked = {
    ...{ by: writerOf(options), after },
    ...(before !== undefined && { before }),
    ...(projectId !== undefined && { projectId }),
  }
  return takeWhole((from) => client.reverts.create({ ...asked, ...from }, { dryRun }))
}

/** What was taken back, for people, and how that is undone. */
function textOf(call: string, report: WholeRevert, undo: string, isTried: boolean): string {
  const { matched, reverted, tasks, kept } = report
  const done = isTried ? 'would be taken back' : 'taken back'
  return [
    ...(isTried ? ['Dry run: nothing was written.'] : []),
    `${matched} tasks were written, ${reverted} of them ${done}.`,
    ...(tasks.length > 0 ? [toTable(taskColumns, tasks)] : []),
    ...(kept.length > 0 ? ['What stays:', toTable(keptColumns, kept)] : []),
    ...(isTried || reverted === 0 ? [] : [`To undo this: ${call} ${undo}`]),
  ].join('\n')
}

/**
 * The command that takes back what one writer wrote.
 * @param call how one calls it, such as `npx tasks revert`
 */
export function revertCommand(call: string): Command {
  return withServiceOptions(
    commandLine(call, 'Take back what a token, a member, a program, a rule or a form wrote in a time.'),
  )
    .option('--by-token <id>', 'what was written with this token', readId)
    .option('--by-member <id>', 'what this member wrote in sessions', readId)
    .option('--by-origin <name>', 'what was written with this Origin-Id')
    .option('--by-rule <id>', 'what this rule wrote', readId)
    .option('--by-form <id>', 'what this form wrote', readId)
    .requiredOption('--after <time>', 'only writes after this time, such as 2026-11-21T00:00:00Z')
    .option('--before <time>', 'only writes before this time (default: now)')
    .option('--project <id>', 'only writes of tasks in this project', readId)
    .option('--dry-run', 'only say what it would do')
    .addHelpText('after', more(call))
    .helpCommand(false)
    .action(async (options: RevertOptions, command: Command) => {
      writerOf(options)
      const { url, token, dryRun } = options
      const connection = await connectionOf({
        ...(url !== undefined && { baseUrl: url }),
        ...(token !== undefined && { token }),
      })
      const begun = new Date()
      const originId = `take-back-${begun.getTime()}`
      const report = await takeBack(new TasksClient({ ...connection, originId }), options).catch(
        (error: unknown) => {
          throw withHint(error, connection)
        },
      )
      const undo = `--by-origin ${originId} --after ${new Date(begun.getTime() - 60_000).toISOString()}`
      const output: Output = {
        document: { ...report, ...(!dryRun && { origin_id: originId }) },
        text: textOf(call, report, undo, dryRun === true),
      }
      print(command, output)
    })
}
