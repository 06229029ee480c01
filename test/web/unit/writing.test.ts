import { expect, it } from 'vitest'
import { type Edit, markedBy, nextEntry } from '../../../web/src/task/markdown/writing.ts'
import { withTick } from '../../../web/src/task/markdown/ticks.ts'

/** A text with what is selected between bars, or with one bar for the caret. */
function read(marked: string) {
  const start = marked.indexOf('|')
  const end = marked.lastIndexOf('|')
  return { text: marked.replaceAll('|', ''), start, end: end === start ? start : end - 1 }
}

function shown(text: string, edit: Edit | undefined): string | undefined {
  if (!edit) return undefined
  const { from, to, insert, select } = edit
  const changed = text.slice(0, from) + insert + text.slice(to)
  const [start, end] = select
  return start === end
    ? `${changed.slice(0, start)}|${changed.slice(start)}`
    : `${changed.slice(0, start)}|${changed.slice(start, end)}|${changed.slice(end)}`
}

const enter = (marked: string) => shown(read(marked).text, nextEntry(read(marked)))
const press = (key: string, marked: string) => shown(read(marked).text, markedBy(key, read(marked)))

it.each([
  ['- a|', '- a\n- |'],
  ['* a|b', '* a\n* |b'],
  ['  + a|', '  + a\n  + |'],
  ['9. a|\nb', '9. a\n10. |\nb'],
  ['1) a|', '1) a\n2) |'],
  ['- [x] a|', '- [x] a\n- [ ] |'],
  ['> - a|', '> - a\n> - |'],
  ['- a\n- |', '- a\n|'],
  ['- a\n- [ ] |\nb', '- a\n|\nb'],
  ['a|', undefined],
  ['-a|', undefined],
  ['-| a', undefined],
  ['|- a', undefined],
  ['- |a|', undefined],
  ['```\n- a|', undefined],
  ['```\n- a\n```\n- b|', '```\n- a\n```\n- b\n- |'],
])('Enter in %j', (before, after) => {
  expect(enter(before)).toBe(after)
})

it.each([
  ['b', 'a |b| c', 'a **|b|** c'],
  ['b', 'a **|b|** c', 'a |b| c'],
  ['b', 'a | c', 'a **|** c'],
  ['b', 'a **|** c', 'a | c'],
  ['B', '*|a|*', '***|a|***'],
  ['i', '**|a|**', '***|a|***'],
  ['i', '***|a|***', '**|a|**'],
  ['i', '|a|', '*|a|*'],
  ['k', '|a|', '[a](|)'],
  ['k', '|https://a.example/|', '[|](https://a.example/)'],
  ['k', 'a |', 'a [|]()'],
  ['j', '|a|', undefined],
])('%s on %j', (key, before, after) => {
  expect(press(key, before)).toBe(after)
})

it.each([
  ['- [ ] a', 0, '- [x] a'],
  ['- [X] a', 0, '- [ ] a'],
  ['1. [ ] a\n2. [x] b', 1, '1. [ ] a\n2. [ ] b'],
  ['> - [ ] a', 0, '> - [x] a'],
  ['[ ] a\n\n- [ ] b', 0, '[ ] a\n\n- [x] b'],
  ['~~~\n- [ ] a\n~~~\n- [ ] b', 0, '~~~\n- [ ] a\n~~~\n- [x] b'],
  ['- [ ] a\n\n  - [ ] b', 1, '- [ ] a\n\n  - [x] b'],
  ['- a', 0, undefined],
  [`~~~\n${'- [ ] a\n'.repeat(1_400)}~~~\n- [ ] b`, 0, undefined],
])('the box in %j, number %i', (before, index, after) => {
  expect(withTick(before, index)).toBe(after)
})
