import { maxSubtasks } from '../../../../lib/contract/limits.ts'
import { ids, task } from '../samples.ts'
import { guarded, type ResourceTexts } from './text.ts'

const [subtask] = task.subtasks

export const subtasks: ResourceTexts = {
  tag: 'Subtasks',
  description: `Subtasks are the steps of a task, in their order. A task has at most ${maxSubtasks} subtasks. Two writes to different subtasks at the same time both take effect.`,
  operations: {
    'subtasks.create': {
      summary: 'Add a subtask',
      description: `Adds a subtask at the end and returns the whole task. The header \`Location\` has the path of the subtask. A repeated request adds another subtask. ${guarded}`,
      body: { label: 'Write down what she says' },
      answer: {
        task: {
          ...task,
          subtasks: [
            subtask,
            {
              id: '01a1fc60-44d1-7b0f-a6a0-93f2d61c7e05',
              label: 'Write down what she says',
              is_completed: false,
            },
          ],
        },
      },
    },
    'subtasks.update': {
      summary: 'Change or move a subtask',
      description: `Changes only the fields that you send. To move the subtask, send either \`beforeSubtaskId\` or \`afterSubtaskId\`, not both. ${guarded}`,
      body: { isCompleted: false },
      answer: {
        task: {
          ...task,
          subtasks: [{ id: ids.subtaskId, label: 'Find her number', is_completed: false }],
        },
      },
    },
    'subtasks.delete': {
      summary: 'Delete a subtask',
      description: `Deletes the subtask at once. It cannot be restored: subtasks have no trash. ${guarded}`,
      answer: { success: true },
    },
  },
}
