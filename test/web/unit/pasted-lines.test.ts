import { expect, test } from 'vitest'
import { linesOf } from '../../../web/src/ui/pasted-lines.ts'

const open = (...labels: string[]) => labels.map((label) => ({ label, isCompleted: false }))

test('each line that is not empty is a subtask', () => {
  expect(linesOf('Socks\r\n\r\n  Shoes \nHat\n')).toEqual(open('Socks', 'Shoes', 'Hat'))
  expect(linesOf(' \n ')).toEqual([])
})

test('bullets, numbers and boxes of a list are left out', () => {
  expect(linesOf('- Socks\n* Shoes\n• Hat\n1. One\n2) Two')).toEqual(
    open('Socks', 'Shoes', 'Hat', 'One', 'Two'),
  )
  expect(linesOf('- [x] Done\n- [ ] Open\n[X] Also done')).toEqual([
    { label: 'Done', isCompleted: true },
    { label: 'Open', isCompleted: false },
    { label: 'Also done', isCompleted: true },
  ])
  expect(linesOf('-5 degrees\n3.5 km\n[link](x)')).toEqual(open('-5 degrees', '3.5 km', '[link](x)'))
})
