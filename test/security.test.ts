import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const page = ['docs/security.md', 'docs/security-features.md']
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n')
  .replace(/\n(?=\S)/g, ' ')
const named = [...page.matchAll(/`(test\/[\w/.-]+)`[^`"]*"([^"]+)"/g)].map(([, file = '', title = '']) => ({
  file,
  title,
}))

describe('docs/security.md and docs/security-features.md', () => {
  it('has a control and a test for each of the ten risks', () => {
    const risks = page.split('### API').slice(1)
    expect(risks.map((risk) => Number(/^\d+/.exec(risk)?.[0]))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    for (const risk of risks) expect(risk).toMatch(/- `test\/[\w/.-]+`/)
  })

  it.each(named)('names a test that is there: $file, $title', ({ file, title }) => {
    expect(existsSync(file)).toBe(true)
    expect(readFileSync(file, 'utf8')).toContain(title)
  })

  it('names every test file with a test in it', () => {
    const files = [...page.matchAll(/`(test\/[\w/.-]+)`/g)].map(([, file]) => file)
    expect(named.map(({ file }) => file)).toEqual(files)
  })
})
