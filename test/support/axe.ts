import axe, { type AxeResults, type RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The rules whose result depends on colours and sizes; all others only on the elements that there are. */
const ofLooks = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'target-size']

/**
 * Returns the problems that axe finds in a page, one line each.
 * @param looksOnly only with the rules about colours and sizes
 */
export async function violations(page: Page, looksOnly = false): Promise<string[]> {
  await settled(page)
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axe.source)
  const runOnly = looksOnly ? { type: 'rule' as const, values: ofLooks } : tags
  const options: RunOptions = { runOnly, resultTypes: ['violations'] }
  const found = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`)
  return found.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary ?? ''}`),
  )
}

/**
 * Waits until all animations have finished, so that axe does not see colours in between. The end of one may begin another: a
 * colour that is inherited changes level by level.
 */
export const settled = (page: Page) =>
  page.evaluate(`(async () => {
    const painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    for (await painted(); document.getAnimations().length > 0; await painted())
      await Promise.allSettled(document.getAnimations().map((animation) => animation.finished))
  })()`)

/**
 * The names of buttons and links that stand in several rows of one list, so that they do not tell which row they are for.
 * Links to one address may have one name.
 */
export const repeatedNames = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('main :is(ul, ol, tbody)')].flatMap((list) => {
    const found = [...list.children].flatMap((row, place) =>
      [...row.querySelectorAll(':scope button, :scope a[href]')].map((element) => ({
        name: element.getAttribute('aria-label') ?? element.textContent.trim(),
        leadsTo: element.getAttribute('href') ?? 'row ' + place,
        place,
      })),
    )
    return found
      .filter((one, index) => found.some((other, at) =>
        at < index && other.place !== one.place && other.name === one.name && other.leadsTo !== one.leadsTo))
      .map(({ name }) => name)
  })`)

/** Returns how far the page, or a dialog, can be scrolled horizontally, in pixels. */
export const overflow = (page: Page) =>
  page.evaluate<number>(`Math.max(
    ...[document.documentElement, ...document.querySelectorAll('dialog[open]')].map(
      (element) => element.scrollWidth - element.clientWidth,
    ),
  )`)

/** The words in cells of tables that have several lines. A hyphen may end a line. */
export const brokenWords = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('th, td')].flatMap((cell) => {
    const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
    const broken = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (const { 0: word, index } of node.data.matchAll(/[^\\s-]+/g)) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const lines = new Set(Array.from(range.getClientRects(), ({ top }) => top))
        if (lines.size > 1) broken.push(word)
      }
    }
    return broken
  })`)
