import { writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { checkAccountFile } from '../../../infra/admin/transfer/read-file.ts'
import { newTenant } from '../../support/tenant.ts'
import { admin, failure, testEngine } from './cli.ts'
import { contentsOf, newFile } from './transfer.ts'

const time = '2026-11-21T04:28:36.451Z'
const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
const start = { type: 'tasks-api-export', version: 1, exported_at: time, trash: false }
const project = {
  ...{ type: 'project', id: id(1), label: 'P', task_count: 1, task_quota: 10 },
  ...{ workflow_lanes: [{ id: id(2), label: 'L', task_count: 0 }], created_at: time, updated_at: time },
}
const task = {
  ...{ type: 'task', id: id(3), label: 'T', status: 0, project_id: id(1), workflow_lane_id: id(2) },
  ...{ position: '0|a:', description: null, subtasks: [], created_at: time, updated_at: time, lane: 'L' },
}
const comment = {
  ...{ type: 'comment', id: id(6), task_id: id(3), text: 'C', created_at: time, updated_at: time },
  author: { kind: 'member', id: id(7), name: 'ada@example.com' },
}
/** The last line; that of version 1 has no comments. */
const end = (projects: number, tasks: number, comments?: number) => ({
  ...{ type: 'end', projects, tasks },
  ...(comments !== undefined && { comments }),
})

const linesOf = (...lines: (object | string)[]) =>
  lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n') + '\n'

const notOurs = 'This is not an export of this service: its first line does not say so.'
const notWhole = 'The file is not whole: it has no last line. Export it again.'
const wrongCount =
  'The file is not whole: its last line tells of more or fewer tasks or projects. Export it again.'

const broken: [name: string, content: string | Buffer, message: string][] = [
  ['nothing', '', notWhole],
  ['a CSV file', 'id,label\r\n1,x\r\n', notOurs],
  ['an image', Buffer.from([0x89, 0x50, 0xff, 0x0a]), 'Line 1 is not UTF-8: the file is damaged.'],
  ['another JSON file', '{"name": "tasks"}\n', notOurs],
  ['JSON over several lines', '[\n{}\n]\n', notOurs],
  [
    'a later version',
    linesOf({ ...start, version: 3 }),
    'The file has version 3 of the format, and this release reads the versions 1 and 2.',
  ],
  ['a start alone', linesOf(start), notWhole],
  ['no end', linesOf(start, project, task), notWhole],
  ['a cut line', linesOf(start, project, task).slice(0, -20), 'Line 3 is not JSON: the file is damaged.'],
  ['a task less than its end says', linesOf(start, project, end(1, 1)), wrongCount],
  [
    'a comment less',
    linesOf(start, project, task, comment, end(1, 1, 2)),
    'The file is not whole: its last line tells of more or fewer comments. Export it again.',
  ],
  ['a comment first', linesOf(start, project, comment), 'Line 3 has a comment that is not below its task.'],
  [
    'a comment of another task',
    linesOf(start, project, task, { ...comment, task_id: id(4) }),
    'Line 4 has a comment that is not below its task.',
  ],
  [
    'a comment without a text',
    linesOf(start, project, task, { ...comment, text: ' ' }),
    'Line 4 is not as an export has it: text must contain at least one visible character.',
  ],
  ['a project less', linesOf(start, end(1, 0)), wrongCount],
  [
    'lines after its end',
    linesOf(start, project, end(1, 0), project),
    'Line 4 follows the last one: there are two files in one.',
  ],
  ['a second start', linesOf(start, start), 'Line 2 begins another export: there are two files in one.'],
  ['an unknown line', linesOf(start, { type: 'form' }), 'Line 2 is no project, task or comment.'],
  ['a line of an old trick', linesOf(start, { type: '__proto__' }), 'Line 2 is no project, task or comment.'],
  ['an empty line', linesOf(start, '', end(0, 0)), 'Line 2 is not JSON: the file is damaged.'],
  ['a number', linesOf(start, '1'), 'Line 2 is no JSON object.'],
  ['a task first', linesOf(start, task), 'Line 2 has a task that is not below its project.'],
  [
    'a task of another project',
    linesOf(start, project, { ...task, project_id: id(4) }),
    'Line 3 has a task that is not below its project.',
  ],
  [
    'a task in another lane',
    linesOf(start, project, { ...task, workflow_lane_id: id(4) }),
    'Line 3 names a lane that its project does not have.',
  ],
  ['a project twice', linesOf(start, project, project), 'Line 3 has a project that came before.'],
  [
    'a lane twice',
    linesOf(start, {
      ...project,
      workflow_lanes: [...project.workflow_lanes, ...project.workflow_lanes],
    }),
    'Line 2 has the same lane twice.',
  ],
  [
    'a label that is too long',
    linesOf(start, project, { ...task, label: 'x'.repeat(501) }),
    'Line 3 is not as an export has it: label must be at most 500 characters long.',
  ],
  [
    'a subtask without a label',
    linesOf(start, project, { ...task, subtasks: [{ id: id(5), label: ' ', is_completed: true }] }),
    'Line 3 is not as an export has it: subtasks.0.label must contain at least one visible character.',
  ],
  [
    'a field of a later release',
    linesOf(start, project, { ...task, due_at: null }),
    expect.stringMatching(/^Line 3 is not as an export has it: due_at is not a field /) as string,
  ],
  [
    'a status that there is not',
    linesOf(start, project, { ...task, status: 3 }),
    'Line 3 is not as an export has it: status must be one of 0, 1, 2.',
  ],
  [
    'a line that never ends',
    Buffer.alloc(3 * 1024 * 1024, 'x'),
    'Line 1 is too long: this is no export of this service.',
  ],
]

describe('a file for an import', () => {
  it.each(broken)('with %s is refused', async (_, content, message) => {
    const file = newFile()
    await writeFile(file, content)
    await expect(checkAccountFile(file)).rejects.toThrow(
      expect.objectContaining({ message }) as Error, // the whole message
    )
  })

  it('is checked before anything is written', async () => {
    const { accountId, projectId } = await newTenant()
    const file = newFile()
    await writeFile(file, linesOf(start, project, task, { ...task, label: '' }, end(1, 2)))
    const ending = await admin(testEngine, 'account', 'import', '--account', accountId, '--from', file)
    expect(ending).toEqual(
      failure('Line 4 is not as an export has it: label must contain at least one visible character.'),
    )
    expect(await contentsOf(accountId)).toEqual([{ label: 'Test', lanes: [], tasks: [], trashed: [] }])
    expect(projectId).not.toBe(project.id)
  })

  it('that is not there is named', async () => {
    const file = newFile()
    const ending = await admin(testEngine, 'account', 'import', '--account', id(1), '--from', file)
    expect(ending).toEqual(failure(`Cannot read ${file}: no such file or folder.`))
  })

  it('is counted, and may lack the last line break', async () => {
    const file = newFile()
    const trashed = { ...task, id: id(4), deleted_at: time, purge_at: time }
    await writeFile(file, linesOf(start, project, task, trashed, end(1, 2)).slice(0, -1))
    expect(await checkAccountFile(file)).toEqual({ projects: 1, tasks: 1, trashed: 1, comments: 0 })
    const second = { ...start, version: 2 }
    await writeFile(file, linesOf(second, project, task, comment, end(1, 1, 1)))
    expect(await checkAccountFile(file)).toEqual({ projects: 1, tasks: 1, trashed: 0, comments: 1 })
  })
})
