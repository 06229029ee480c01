import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect } from 'vitest'
import type { Project } from '../../../lib/projects/project.ts'
import { newTempFolder } from '../../harness/temp-folder.ts'
import { listProjects } from '../../../lib/projects/list.ts'
import { exportTasks } from '../../../lib/transfer/export.ts'
import { openStorage } from '../../../lib/table/storage.ts'
import type { ExportedTask } from '../../../lib/transfer/exported-task.ts'
import { compileCache } from '../../support/compile-cache.ts'
import { testEngine } from './cli.ts'

/** A path in a folder of its own. It is deleted after the run. */
export const newFile = (): string => join(newTempFolder(), 'account.ndjson')

/** Starts the real command line on the table of this test run. */
export const startAdmin = (...args: string[]) =>
  spawn(process.execPath, ['infra/admin/main.ts', ...args], {
    env: { PATH: process.env.PATH, ...compileCache, ...testEngine },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

/** Prints the peak of the process's memory in KiB when it ends. */
const printPeak = 'process.on("exit",()=>console.error("peak "+process.resourceUsage().maxRSS))'

/**
 * The heap of a measured command, which needs some 20 MiB without any task. It takes what it may have before it collects
 * anything, so its peak says little about what it holds; with more than this it ends with an error.
 */
const heapMiB = 32

/** Runs a command that must succeed within that heap, and returns its document and the peak of all its memory. */
export async function measured(...args: string[]): Promise<{ document: unknown; peakMiB: number }> {
  const flags = [
    `--max-old-space-size=${heapMiB}`,
    '--import',
    `data:text/javascript,${encodeURIComponent(printPeak)}`,
  ]
  const child = spawn(process.execPath, [...flags, 'infra/admin/main.ts', ...args, '--json'], {
    env: { PATH: process.env.PATH, ...compileCache, ...testEngine },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [[code], stdout, stderr] = await Promise.all([
    once(child, 'exit') as Promise<[number | null]>,
    text(child.stdout),
    text(child.stderr),
  ])
  const peakMiB = Number(/^peak (\d+)\n$/.exec(stderr)?.[1]) / 1024
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/^peak \d+\n$/) as string })
  return { document: JSON.parse(stdout), peakMiB }
}

/** What a copy of a task has in common with it. */
export interface CopyableTask {
  label: string
  description: string | null
  status: number
  lane: string | null
  subtasks: { label: string; is_completed: boolean }[]
  external_id: string | undefined
}

/** What a copy of a project has in common with it. Tasks are in their order; those in the trash come last. */
export interface CopyableProject {
  label: string
  lanes: string[]
  tasks: CopyableTask[]
  trashed: CopyableTask[]
}

const copyable = ({
  label,
  description,
  status,
  lane,
  subtasks,
  external_id,
}: ExportedTask): CopyableTask => ({
  ...{ label, description, status, lane, external_id },
  subtasks: subtasks.map(({ label, is_completed }) => ({ label, is_completed })),
})

/** Reads all that an export and an import must keep of an account. */
export async function contentsOf(accountId: string): Promise<CopyableProject[]> {
  const tenant = { ...openStorage(Infinity), accountId, projectIds: null }
  const { projects } = await listProjects(tenant, { limit: 100 })
  const read = async ({ id, label, workflow_lanes }: Project): Promise<CopyableProject> => {
    const found: ExportedTask[] = []
    const rowOf = (task: ExportedTask) => {
      found.push(task)
      return task.id
    }
    const rows: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const after = cursor === '' ? {} : { cursor }
      const page = await exportTasks(tenant, { projectId: id, trash: true, format: 'test', rowOf, ...after })
      rows.push(...page.rows)
      cursor = page.next_cursor
    }
    // a task that did not fit on a page was read twice
    const byId = new Map(found.map((task) => [task.id, task]))
    const tasks = rows.flatMap((id) => byId.get(id) ?? [])
    return {
      ...{ label, lanes: workflow_lanes.map((lane) => lane.label) },
      tasks: tasks.filter((task) => !('deleted_at' in task)).map(copyable),
      trashed: tasks.filter((task) => 'deleted_at' in task).map(copyable),
    }
  }
  return Promise.all(projects.map(read))
}
