import { describe, expect, it } from 'vitest'
import { task } from '../../../functions/samples.ts'
import { buildDocument } from '../../../infra/docs/openapi/document.ts'
import { pagesWithFacts, withFacts } from '../../../infra/docs/pages.ts'
import * as limits from '../../../lib/contract/limits.ts'

const document = buildDocument()
const filled = (text: string) => withFacts('docs/some.md', text, document)

describe('a page', () => {
  it('gets the figures of today behind its marks', () => {
    expect(filled('At most 7<!-- maxLanes --> lanes, 1–9,999<!-- maxImportRows --> rows.')).toBe(
      `At most ${limits.maxLanes}<!-- maxLanes --> lanes, 1–${limits.maxImportRows.toLocaleString('en')}<!-- maxImportRows --> rows.`,
    )
  })

  it('gets the lists of today between its marks, and keeps what stands around them', () => {
    const page = 'Before\n<!-- made from the code: endpoints -->\nOld\n<!-- end -->\nAfter\n'
    const text = filled(page)
    expect(text).toContain('| read | `GET /tasks/{id}` | Read a task |')
    expect(text).not.toContain('Old')
    expect(text).toMatch(/^Before\n<!-- made from the code: endpoints -->\n[^]*\n<!-- end -->\nAfter\n$/)
    expect(filled(text)).toBe(text)
  })

  it('gets the fields that the tasks of its examples lack, and keeps everything else', () => {
    const page = (example: object) => `Answers:\n\n\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\`\n`
    const { description, ...others } = task
    expect(description).not.toBeNull()
    expect(filled(page({ tasks: [{ ...others, version: 7 }], next_cursor: null }))).toBe(
      page({ tasks: [{ ...task, description: null, version: 7 }], next_cursor: null }),
    )
    const preview = { label: 'Call Ada', status: 0, workflow_lane_id: null }
    expect(filled(page({ task: preview }))).toBe(page({ task: { ...preview, description: null } }))
    const [project, noJson] = [page({ task, project: { label: 'Guide' } }), '```json\n{"task": …}\n```\n']
    expect([filled(project), filled(noJson)]).toEqual([project, noJson])
  })

  it.each([
    [
      '7<!-- maxLane -->',
      'docs/some.md: infra/docs/pages.ts knows no figure maxLane. It knows maxLabelCharacters, ',
    ],
    ['many<!-- maxLanes -->', 'docs/some.md: <!-- maxLanes --> must stand behind a number'],
    [
      '<!-- made from the code: routes -->\n\n<!-- end -->',
      'knows no list routes. It knows endpoints, tools',
    ],
    ['<!-- made from the code: tools -->\n', 'docs/some.md: each list must end with <!-- end -->'],
  ])('is refused with a mark that means nothing: %s', (text, problem) => {
    expect(() => filled(text)).toThrow(problem)
  })
})

describe('a limit', () => {
  const pages = [...pagesWithFacts('.').values()].join('\n')

  it.each(Object.keys(limits))('%s stands on a page', (name) => {
    const line = `write it into docs/limits.md, as a number with <!-- ${name} --> behind it; then npm run docs:build`
    expect(pages.includes(`<!-- ${name} -->`), line).toBe(true)
  })
})
