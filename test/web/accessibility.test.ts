import { beforeAll, describe, expect, it } from 'vitest'
import { overflow, violations } from '../support/axe.ts'
import { setStage, type Stage } from '../support/stage.ts'
import { views } from '../support/views.ts'
import { useWeb } from '../support/web.ts'

const web = useWeb()
let stage: Stage
beforeAll(async () => {
  stage = await setStage(web.service)
})

describe('axe finds no violations, in light mode and in dark mode on a small screen', () => {
  it.each(views)('$name', async ({ hash, token, show, errors = [] }) => {
    const { page } = await web.visit(hash(stage), {
      token: token ? token(stage) : stage.service.demo.token,
      errors,
      losesService: true,
    })
    await show(page, stage)
    expect(await violations(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 360, height: 740 })
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
