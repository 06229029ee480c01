import { tools } from '../../functions/tools.ts'

export type ToolName = keyof typeof tools

/** An active task of a project, and one in the trash. */
interface ToolIds {
  projectId: string
  id: string
  trashedId: string
}

/** Arguments with which each tool succeeds. A new tool needs its own here, which all tests of tools take. */
const goodArguments: Record<ToolName, (ids: ToolIds) => object> = {
  list_projects: () => ({}),
  find_tasks: ({ projectId }) => ({ projectId: [projectId], limit: 5 }),
  get_task: ({ id }) => ({ id }),
  add_comment: ({ id }) => ({ id, text: 'A comment' }),
  create_tasks: ({ projectId }) => ({ tasks: [{ projectId, label: 'New' }] }),
  update_tasks: ({ id }) => ({ tasks: [{ id, label: 'New' }] }),
  complete_tasks: ({ id }) => ({ ids: [id] }),
  move_tasks: ({ id }) => ({ moves: [{ id, to: 'top' }] }),
  delete_tasks: ({ id }) => ({ ids: [id] }),
  restore_tasks: ({ trashedId }) => ({ ids: [trashedId] }),
  list_changes: () => ({}),
}

const names = Object.keys(tools) as ToolName[] // its keys

/** The tools that have arguments here. A test of its own says which one has none: test/functions/mcp/tools.test.ts. */
export const toolNames: readonly ToolName[] = names.filter((name) => name in goodArguments)

export const goodFor = (name: ToolName, ids: ToolIds): object => goodArguments[name](ids)
