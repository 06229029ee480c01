import { describe, expect, it } from 'vitest'
import { inBytes, inTasks, Progress } from '../../../infra/admin/progress.ts'

/** What a progress of 200 tasks writes while its steps are done, one each 60 ms. */
function written(isTTY: boolean, total: number, ...steps: number[]): string[] {
  const texts: string[] = []
  let nowMs = 0
  const progress = new Progress(total, inTasks, { isTTY, write: (text) => texts.push(text) }, () => nowMs)
  for (const step of steps) {
    progress.add(step)
    nowMs += 60
  }
  progress.end()
  return texts
}

describe('the progress', () => {
  it('is a bar on a terminal, drawn ten times a second at most, and is taken away at the end', () => {
    expect(written(true, 2_000, 500, 500, 500)).toEqual([
      `\r${'█'.repeat(8)}${'░'.repeat(22)}  25 %  500 tasks`,
      `\r${'█'.repeat(23)}${'░'.repeat(7)}  75 %  1,500 tasks`,
      '\r\u001b[K',
    ])
  })

  it('is at its end, not above it, when there is more than was counted', () => {
    expect(written(true, 0, 1)[0]).toContain(' 100 %  1 tasks')
    expect(written(true, 10, 25)[0]).toContain(' 100 %  25 tasks')
  })

  it('tells of bytes in KiB, or in MiB', () => {
    expect(inBytes(1_500)).toBe('2 KiB')
    expect(inBytes(1.5 * 1024 * 1024)).toBe('1.5 MiB')
  })

  it('is nothing elsewhere', () => {
    expect(written(false, 2_000, 500, 500, 500)).toEqual([])
  })
})
