import type { Command } from 'commander'
import { openStorage } from '../../../lib/table/storage.ts'
import { encodeWriter } from '../../../lib/tasks/writer.ts'
import { accountOption } from '../inputs.ts'
import { runOnProjects } from '../run.ts'
import { exportAccount } from './export.ts'
import { importEntries, type ImportSummary, type Made } from './import.ts'
import { inTasks, Progress } from '../progress.ts'
import { checkAccountFile, readAccountFile } from './read-file.ts'

interface ExportOptions {
  account: string
  out: string
  trash?: boolean
}

interface ImportOptions {
  account: string
  from: string
  trash?: boolean
}

/** How long one step of an export or import may take: a page, or a batch of tasks. All together may take longer. */
const stepTimeoutMs = 60_000

/** The writer of imported tasks, who has no token. */
const writer = encodeWriter({
  via: 'import',
  token_id: null,
  origin_id: null,
  member_id: null,
  rule_id: null,
})

const stepOf = (accountId: string) => () => ({
  ...openStorage(Date.now() + stepTimeoutMs),
  ...{ accountId, projectIds: null, writer },
})

const exportHelp = `
The file is NDJSON, and only its owner may read it. It gets its name when it is
complete, and never replaces another file. It holds fields, labels, lanes,
tasks and comments, and no tokens, forms, webhooks or rules. The export is not a
snapshot: if a task changes meanwhile, it may hold the old or the new state.
`

const importHelp = `
It adds projects to the account, with their lanes, and tasks with their label,
description, status, lane, subtasks, external id, fields and order, and their
comments with their authors. Fields that the account does not have are made. Ids
and times are new. New projects get the account's task quota. The file is
checked before anything is written. A second import of the same file creates
only what is missing, so repeat it after a failure.
`

const madeText = (title: string, { created, existing }: Made) =>
  `${title}: ${created} created${existing > 0 ? `, ${existing} existed` : ''}`

/** The summary for people. */
function textOf({
  projects,
  tasks,
  trashed,
  comments,
  skipped,
  comments_left_out: commentsLeftOut,
  values_left_out: leftOut,
  failed,
  failures,
}: ImportSummary): string {
  const [first] = failures
  return [
    madeText('Projects', projects),
    madeText('Tasks', tasks),
    ...(trashed.created + trashed.existing > 0 ? [madeText('Tasks in the trash', trashed)] : []),
    ...(comments.created + comments.existing > 0 ? [madeText('Comments', comments)] : []),
    ...(commentsLeftOut > 0
      ? [`Comments: ${commentsLeftOut} left out, their tasks are full or their external ids are taken`]
      : []),
    ...(skipped > 0 ? [`Tasks in the trash: ${skipped} left out, --trash imports them`] : []),
    ...(leftOut > 0 ? [`Values: ${leftOut} left out, the account has no room for their fields`] : []),
    ...(first ? [`Failed: ${failed}, the first in line ${first.line}: ${first.message}`] : []),
  ].join('\n')
}

/** Adds the commands that write an account to a file, and read it back. */
export function addTransferCommands(account: Command): void {
  account
    .command('export')
    .description('Write all projects and tasks of an account to a file.')
    .addOption(accountOption())
    .requiredOption('--out <file>', 'the file to write (required)')
    .option('--trash', 'with the tasks in the trash')
    .addHelpText('after', exportHelp)
    .action(({ account: accountId, out, trash = false }: ExportOptions, command: Command) =>
      runOnProjects(command, accountId, async () => {
        const contents = await exportAccount(stepOf(accountId), out, trash)
        const { projects, tasks, trashed, comments } = contents
        const inTrash = trash ? `, in the trash: ${trashed}` : ''
        const withComments = comments > 0 ? `, comments: ${comments}` : ''
        return {
          document: { export: { file: out, ...contents } },
          text: `Wrote ${out}: projects: ${projects}, tasks: ${tasks}${inTrash}${withComments}`,
        }
      }),
    )

  account
    .command('import')
    .description('Create the projects and tasks of an exported file in an account.')
    .addOption(accountOption())
    .requiredOption('--from <file>', 'a file that account export wrote (required)')
    .option('--trash', 'with the tasks in the trash; their 40 days start again')
    .addHelpText('after', importHelp)
    .action(async ({ account: accountId, from, trash = false }: ImportOptions, command: Command) => {
      const contents = await checkAccountFile(from)
      await runOnProjects(command, accountId, async (_tenant, { task_quota: taskQuota }) => {
        const progress = new Progress(contents.tasks + contents.trashed, inTasks)
        const options = { step: stepOf(accountId), taskQuota, trash, progress }
        const summary = await importEntries(readAccountFile(from), options).finally(() => {
          progress.end()
        })
        return {
          ...{ document: { import: summary }, text: textOf(summary) },
          ...(summary.failed > 0 && { error: `${summary.failed} tasks could not be imported.` }),
        }
      })
    })
}
