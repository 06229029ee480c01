import axe, { type AxeResults, type RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { setStage, type Stage } from '../support/stage.ts'
import { views } from '../support/views.ts'
import { useWeb } from '../support/web.ts'

const web = useWeb()
let stage: Stage
beforeAll(async () => {
  stage = await setStage(web.service)
})

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The violations that axe finds in the page, one text each. The axe script must already be loaded there. */
async function violations(page: Page): Promise<string[]> {
  const options: RunOptions = { runOnly: tags, resultTypes: ['violations'] }
  const found = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`)
  return found.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary ?? ''}`),
  )
}

/** Waits until a change of style is fully painted: in a transition axe would measure mixed colours. */
const settled = (page: Page) =>
  page.evaluate(`new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
    .then(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)))
    .then(() => undefined)`)

/** How far the page can be scrolled sideways, in pixels. */
const overflow = (page: Page) =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')

describe('axe finds no violations, in light mode and in dark mode on a small screen', () => {
  it.each(views)('$name', async ({ hash, token, show, errors = [] }) => {
    const { page } = await web.visit(hash(stage), {
      token: token ? token(stage) : stage.service.demo.token,
      errors,
      losesService: true,
    })
    await show(page, stage)
    await settled(page)
    await page.evaluate(axe.source)
    expect(await violations(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 360, height: 740 })
    await settled(page)
    expect(await violations(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  })
})

describe('a page', () => {
  it('has a title that names the view, a language, and exactly one h1', async () => {
    const titles: string[] = []
    for (const name of ['projects', 'board', 'trash', 'tokens']) {
      const view = views.find((candidate) => candidate.name === name)
      if (!view) throw new Error(`There is no view ${name}.`)
      const { page } = await web.visit(view.hash(stage))
      await view.show(page, stage)
      titles.push(await page.title())
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
      expect(await page.locator('html').getAttribute('lang')).toBe('en')
    }
    expect(new Set(titles).size).toBe(titles.length)
  })
})
