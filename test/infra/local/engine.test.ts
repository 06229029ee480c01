import { expect, it } from 'vitest'
import { lastWords } from '../../../infra/local/engine.ts'

it('the last words of an engine are its last line', () => {
  expect(lastWords('listening\nerror: port 8000 is already in use\n')).toBe(
    'error: port 8000 is already in use',
  )
  expect(lastWords('')).toBe('')
})

it('the last words of an engine that has panicked say where and why, without the hint for its developers', () => {
  const written = `warning: slow
thread 'worker' panicked at src/storage.rs:10:5:
index out of bounds: the len is 3 but the index is 7
note: run with \`RUST_BACKTRACE=1\` environment variable to display a backtrace
Aborted
`
  expect(lastWords(written)).toBe(
    "thread 'worker' panicked at src/storage.rs:10:5: index out of bounds: the len is 3 but the index is 7 Aborted",
  )
})
