import { maxSubtasks } from '../../../../lib/contract/limits.ts'
import { ids, task } from '../samples.ts'
import { guarded, type ResourceTexts } from './text.ts'

const [subtask] = task.subtasks

export const subtasks: ResourceTexts = {
  tag: 'Subtasks',
  description: `The steps of a task, at most ${maxSubtasks}, in their order. Writes to two subtasks at once both count.`,
  operations: {
    'subtasks.create': {
      summary: 'Add a subtask',
      description: `Puts a subtask at the end and answers the whole task; \`Location\` has the subtask's path. A repeat adds another one. ${guarded}`,
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
      description: `Only the fields that are sent change. At most one of \`beforeSubtaskId\` and \`afterSubtaskId\` moves it. ${guarded}`,
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
      description: `It is gone at once: subtasks have no trash. ${guarded}`,
      answer: { success: true },
    },
  },
}
