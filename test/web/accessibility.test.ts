import { beforeAll, describe, expect, it } from 'vitest'
import { TasksClient } from '../../client/src/index.ts'
import { brokenWords, overflow, repeatedNames, settled, violations } from '../support/axe.ts'
import { account } from '../support/header.ts'
import { isWhole } from '../support/rounds.ts'
import { setStage, type Stage } from '../support/stage.ts'
import { views } from '../support/views.ts'
import { eventually, useWeb } from '../support/web.ts'

const web = useWeb()
let stage: Stage
beforeAll(async () => {
  stage = await setStage(web.service)
})

/**
 * The ways in which a view is looked at, those of wide windows before those of narrow ones. At 200 % zoom, a window of 1280 by
 * 800 has room for half of that.
 */
const looks = [
  { name: 'light', colorScheme: 'light', forcedColors: 'none', width: 1280, height: 800 },
  { name: 'forced colours', colorScheme: 'dark', forcedColors: 'active', width: 1280, height: 800 },
  { name: 'dark, 360 px', colorScheme: 'dark', forcedColors: 'none', width: 360, height: 740 },
  { name: '200 % zoom', colorScheme: 'light', forcedColors: 'none', width: 640, height: 400 },
] as const

/**
 * In which looks axe runs, and where with all its rules. A look that shows the same elements as another needs those about
 * colours and sizes only. Axe takes longer than a view does. So in a change it runs with all rules in one look of each view,
 * and with those about looks in a second one, of the other width; over all views each pair occurs. By night it runs in all four.
 */
const pairs = [
  { whole: 0, looksOnly: 2 },
  { whole: 3, looksOnly: 1 },
  { whole: 2, looksOnly: 1 },
  { whole: 0, looksOnly: 3 },
  { whole: 1, looksOnly: 2 },
]
const axeRuns = (index: number, look: number): { looksOnly: boolean } | undefined => {
  if (isWhole) return { looksOnly: look === 1 }
  const { whole, looksOnly } = pairs[index % pairs.length] ?? {}
  return look === whole ? { looksOnly: false } : look === looksOnly ? { looksOnly: true } : undefined
}

describe('axe finds no violations: light, dark, forced colours, 360 px and 200 % zoom', () => {
  it.each(views.map((view, index) => ({ ...view, index })))(
    '$name',
    async ({ hash, token, show, index, errors = [] }) => {
      const { page } = await web.visit(hash(stage), {
        token: token ? token(stage) : stage.service.demo.token,
        errors,
        losesService: true,
      })
      await show(page, stage)
      expect(await repeatedNames(page)).toEqual([])
      for (const [place, { name, colorScheme, forcedColors, ...size }] of looks.entries()) {
        await page.emulateMedia({ colorScheme, forcedColors })
        await page.setViewportSize(size)
        const run = axeRuns(index, place)
        if (run) expect(await violations(page, run.looksOnly), name).toEqual([])
        else await settled(page)
        expect(await overflow(page), name).toBeLessThanOrEqual(0)
        expect(await brokenWords(page), name).toEqual([])
      }
    },
  )
})

describe('in forced colours', () => {
  it('the current tab, the chosen theme, a pressed button and the track of the meter can be told apart', async () => {
    await web.service.admin('project', 'update', stage.projectId, '--task-quota', '12')
    const { page } = await web.visit(`#/projects/${stage.projectId}`, { forcedColors: 'active' })
    const meter = page.getByRole('meter', { name: 'Quota used' })
    await meter.waitFor()
    /** The colour of a line around or in an element, and whether it is not that of the page. */
    const shows = (selector: string, property: string, pseudo?: string) =>
      page.locator(selector).evaluate(
        (element, [property = '', part]) => {
          const style = getComputedStyle(element, part)
          const canvas = getComputedStyle(document.documentElement).backgroundColor
          const colour = style.getPropertyValue(`${property}-color`)
          const [width, line] = ['width', 'style'].map((what) =>
            style.getPropertyValue(`${property}-${what}`),
          )
          return Number.parseFloat(width ?? '') > 0 && line !== 'none' && colour !== canvas
        },
        [property, pseudo],
      )
    expect(await shows('.tabs a[aria-current]', 'border-bottom', '::after')).toBe(true)
    expect(await shows('.quota meter', 'border-bottom')).toBe(true)
    await page.getByRole('button', { name: 'Select', exact: true }).click()
    expect(await shows('.select-button[aria-pressed=true]', 'outline')).toBe(true)
    await account(page).click()
    expect(await shows('.theme-choice label:has(:checked)', 'outline')).toBe(true)
    expect(await shows('.theme-choice label:not(:has(:checked)) >> nth=0', 'outline')).toBe(false)
    await web.service.admin('project', 'update', stage.projectId, '--task-quota', '10000')
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

  it('begins with a link that skips the header', async () => {
    const { page } = await web.visit(`#/projects/${stage.projectId}`)
    await page.getByRole('link', { name: 'Translate the menu', exact: true }).waitFor()
    const skip = page.getByRole('link', { name: 'Skip to the content', exact: true })
    expect(await skip.evaluate((link) => getComputedStyle(link).clipPath)).not.toBe('none')
    await page.reload()
    await page.getByRole('link', { name: 'Translate the menu', exact: true }).waitFor()
    await page.keyboard.press('Tab')
    await eventually(() => skip.and(page.locator(':focus')).count()).toBe(1)
    expect(await skip.evaluate((link) => getComputedStyle(link).clipPath)).toBe('none')
    await page.keyboard.press('Enter')
    await eventually(() => page.locator('main:focus').count()).toBe(1)
    expect(page.url()).toContain(`#/projects/${stage.projectId}`)
    await page.keyboard.press('Tab')
    await eventually(() => page.locator('main :focus').count()).toBe(1)
  })

  it('has menus of lanes that a finger hits on a phone', async () => {
    const { page } = await web.visit(`#/projects/${stage.projectId}`, {
      ...{ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } },
    })
    const menu = page.getByRole('button', { name: 'Actions for lane To do', exact: true })
    await menu.waitFor()
    const { width = 0, height = 0 } = (await menu.boundingBox()) ?? {}
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  })

  it('reads the same count of a lane to the eye and to the ear', async () => {
    const { page } = await web.visit(`#/projects/${stage.projectId}`)
    const count = page.getByRole('region', { name: 'Done', exact: true }).locator('.count')
    await eventually(() => count.textContent()).toBe('0 of 2 tasks')
    const seen = await count.evaluate((element) =>
      [...element.childNodes]
        .filter((node) => !(node instanceof Element))
        .map((node) => node.textContent)
        .join(''),
    )
    expect(seen).toBe('0 of 2')
  })

  it('tells of tasks that others make in the project that is shown, together, and only there', async () => {
    const { client } = web.service
    const { token } = await client.tokens.create({ name: 'Another program', scopes: ['read', 'write'] })
    const other = new TasksClient({ baseUrl: `${web.service.origin}/v1`, token: token.secret })
    const scene = await web.scene('Incoming', ['To do'])
    const elsewhere = await web.scene('Elsewhere')
    const { page } = await web.visit(`#/projects/${scene.projectId}`)
    const lane = page.getByRole('region', { name: 'To do', exact: true })
    const make = (projectId: string, ...labels: string[]) =>
      other.tasks.bulk(
        labels.map((label) => ({ op: 'create', projectId, workflowLaneId: laneOf(projectId), label })),
      )
    const laneOf = (projectId: string) => (projectId === scene.projectId ? scene.laneIds[0] : null) ?? null
    await lane.waitFor()
    const said = page.getByRole('status').filter({ hasText: /New task|new tasks/ })
    await make(elsewhere.projectId, 'Not here')
    await client.tasks.create({ projectId: scene.projectId, label: 'With the same token' })
    await page.getByRole('link', { name: 'With the same token', exact: true }).waitFor()
    expect(await said.count()).toBe(0)
    await make(scene.projectId, 'One', 'Two', 'Three')
    await eventually(() => said.textContent()).toBe('3 new tasks.')
    await eventually(() => lane.getByRole('link').allTextContents()).toEqual(['One', 'Two', 'Three'])
  })
})
