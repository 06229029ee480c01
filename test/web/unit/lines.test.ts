import { expect, test } from 'vitest'
import { oneLine, tasksIn } from '../../../web/src/ui/pasted-lines.ts'

test('each line that is not blank means a task', () => {
  expect(tasksIn('Paint\r\n\r\n  Mow\n\tSow \n')).toEqual(['Paint', 'Mow', 'Sow'])
  expect(tasksIn('')).toEqual([])
})

test('the bullets of a list are no part of the tasks, other signs are', () => {
  expect(tasksIn('- Paint\n* Mow\n• Sow\n- [ ] Buy\n- [x] Ask\n[] Tell')).toEqual([
    ...['Paint', 'Mow', 'Sow', 'Buy', 'Ask', 'Tell'],
  ])
  expect(tasksIn('-5 degrees\n*** stars\n1. first\n[WIP] door')).toEqual([
    ...['-5 degrees', '*** stars', '1. first', '[WIP] door'],
  ])
})

test('the lines can become one', () => {
  expect(oneLine(' Paint \n\n the door\r\n')).toBe('Paint the door')
})
