import { beforeEach, expect, test, vi } from 'vitest'
import { closeToast, message, showToast } from '../../../web/src/ui/messages.ts'
import { forgetUndo, showUndo, undoLast } from '../../../web/src/ui/undo.ts'

beforeEach(() => {
  vi.stubGlobal('location', { hash: '#/projects/p' })
})

const shown = () => message.value?.text

test('changes are undone from the last one on, also when their messages have gone', () => {
  const undone: string[] = []
  for (const name of ['A', 'B', 'C']) showUndo(`Moved ${name}.`, () => undone.push(name))
  expect(shown()).toBe('Moved C.')
  message.value?.action?.run()
  expect(shown()).toBeUndefined()
  undoLast()
  expect(shown()).toBe('Undoing: Moved B.')
  undoLast()
  expect(undone).toEqual(['C', 'B', 'A'])
  undoLast()
  expect(shown()).toBe('Nothing to undo.')
  expect(undone).toEqual(['C', 'B', 'A'])
})

test('what the next message has taken the place of cannot be closed by its number', () => {
  showToast('One')
  const id = message.value?.id ?? 0
  showToast('Two')
  closeToast(id)
  expect(shown()).toBe('Two')
})

test('similar messages are counted while they are shown', () => {
  const similar = { key: 'added', text: (count: number) => `${count} added` }
  const close = showToast('Added A', undefined, similar)
  showToast('Added B', undefined, similar)
  showToast('Added C', undefined, similar)
  expect(shown()).toBe('3 added')
  close()
  showToast('Added D', undefined, similar)
  expect(shown()).toBe('Added D')
})

test('nothing of a session is left for the next one', () => {
  showUndo('Moved A.', () => {
    throw new Error('It was undone.')
  })
  forgetUndo()
  expect(shown()).toBeUndefined()
  undoLast()
  expect(shown()).toBe('Nothing to undo.')
})
