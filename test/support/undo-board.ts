import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { cardsIn } from './board.ts'
import { eventually, type useWeb, type VisitOptions } from './web.ts'

/** What the lanes of the tests' board hold at first. */
export const cards = { 'To do': ['A', 'B', 'C', 'D'], Doing: ['E', 'F'] }
export const asBefore = [cards['To do'], cards.Doing]

/** Opens a new board with two lanes. */
export async function openBoard(web: ReturnType<typeof useWeb>, label: string, options: VisitOptions = {}) {
  const scene = await web.scene(label, ['To do', 'Doing'], cards)
  const { page } = await web.visit(`#/projects/${scene.projectId}`, options)
  await eventually(() => cardsIn(page, 'To do')).toEqual(cards['To do'])
  await eventually(() => cardsIn(page, 'Doing')).toEqual(cards.Doing)
  const held = () => Promise.all(scene.laneIds.map((laneId) => scene.labels(laneId)))
  const shown = () => Promise.all([cardsIn(page, 'To do'), cardsIn(page, 'Doing')])
  const statusOf = async (task: string) => (await scene.taskOf(task)).status
  return { page, scene, held, shown, statusOf }
}

export const undoLast = (page: Page) => page.keyboard.press('Control+z')
export const redoLast = (page: Page) => page.keyboard.press('Control+Shift+z')
/** Waits for a message. */
export const told = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()

/** Lets the page have the answers to its writes only a moment after the service has made them. */
export const answerLate = (page: Page) =>
  page.route('**/v1/**', async (route) => {
    if (route.request().method() === 'GET') return route.continue()
    const response = await route.fetch()
    await sleep(700)
    return route.fulfill({ response })
  })

/** The service answers a write at once, or only a moment after it was made: the next key comes before. */
export const answers = ['at once', 'late'] as const

/** Opens a new board whose service answers in one of these ways. */
export async function openBoardThat(
  web: ReturnType<typeof useWeb>,
  label: string,
  when: (typeof answers)[number],
  options: VisitOptions = {},
) {
  const opened = await openBoard(web, `${label}, ${when}`, options)
  if (when === 'late') await answerLate(opened.page)
  return opened
}
