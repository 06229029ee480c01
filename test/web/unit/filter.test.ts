import { expect, test } from 'vitest'
import type { Task } from '../../../client/src/index.ts'
import { withText } from '../../../web/src/board/filter.ts'

const task = (label: string, description: string | null = null): Task => ({
  ...{ id: label, label, status: 0, project_id: 'p', workflow_lane_id: null, position: '1', description },
  ...{ subtasks: [], created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' },
})
const tasks = [task('Paint the door'), task('Mow the lawn', 'Not the PAINTED part'), task('Ärger')]
const found = (text: string) => withText(tasks, text).map(({ label }) => label)

test('the text is searched in label and description, ignoring case', () => {
  expect(found('paint')).toEqual(['Paint the door', 'Mow the lawn'])
  expect(found('ärg')).toEqual(['Ärger'])
  expect(found('nowhere')).toEqual([])
})

test('a filter of blanks matches every task', () => {
  expect(withText(tasks, '  ')).toBe(tasks)
})
