import type { Command } from 'commander'
import type { Project } from '../../lib/projects/project.ts'
import { listProjects } from '../../lib/projects/list.ts'
import { createProject, updateProject } from '../../lib/projects/projects.ts'
import type { Tenant } from '../../lib/table/tenant.ts'
import { accountOption, quotaOption, readId, readLabel } from './inputs.ts'
import { toRecord, toTable, toTime, type Columns } from './output.ts'
import { refuse, runOnProjects } from './run.ts'

interface ProjectOptions {
  account: string
  label?: string
  taskQuota?: number
}

const columns: Columns<Project> = {
  ID: ({ id }) => id,
  Label: ({ label }) => label,
  Tasks: ({ task_count }) => task_count,
  'Task quota': ({ task_quota }) => task_quota,
  Created: ({ created_at }) => toTime(created_at),
}

const outputOf = (project: Project) => ({ document: { project }, text: toRecord(columns, project) })

/** All projects of an account, from all pages. */
async function listAll(tenant: Tenant): Promise<Project[]> {
  const all: Project[] = []
  for (let cursor: string | undefined; ;) {
    const page = await listProjects(tenant, { limit: 100, cursor })
    all.push(...page.projects)
    if (page.next_cursor === null) return all
    cursor = page.next_cursor
  }
}

/** Adds the commands about projects. */
export function addProjectCommands(program: Command): void {
  const project = program.command('project').description('The projects of an account, which hold its tasks.')

  project
    .command('create')
    .description('Create a project.')
    .addOption(accountOption())
    .requiredOption('--label <label>', 'a label for it (required)', readLabel)
    .addOption(quotaOption("how many tasks it may hold (default: the account's task quota)"))
    .action(
      ({ account: accountId, label, taskQuota }: ProjectOptions & { label: string }, command: Command) =>
        runOnProjects(command, accountId, async (tenant, account) =>
          outputOf(await createProject(tenant, { label, task_quota: taskQuota ?? account.task_quota })),
        ),
    )

  project
    .command('list')
    .description("List an account's projects, oldest first.")
    .addOption(accountOption())
    .action(({ account }: ProjectOptions, command: Command) =>
      runOnProjects(command, account, async (tenant) => {
        const projects = await listAll(tenant)
        const text = projects.length > 0 ? toTable(columns, projects) : 'The account has no project yet.'
        return { document: { projects }, text }
      }),
    )

  project
    .command('update')
    .description('Change a project. Omitted options keep their values.')
    .argument('<id>', 'its id', readId)
    .addOption(accountOption())
    .option('--label <label>', 'a new label for it', readLabel)
    .addOption(quotaOption('how many tasks it may hold; existing tasks are kept, even if there are more'))
    .action((id: string, { account, label, taskQuota }: ProjectOptions, command: Command) => {
      if (label === undefined && taskQuota === undefined) {
        refuse(command, 'nothing to change: give --label or --task-quota')
      }
      return runOnProjects(command, account, async (tenant) =>
        outputOf(await updateProject(tenant, id, { label, task_quota: taskQuota })),
      )
    })
}
