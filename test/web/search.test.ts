import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { cardsIn, lift } from '../support/board.ts'
import { writeTasks } from '../support/many-tasks.ts'
import { eventually, useWeb } from '../support/web.ts'

const web = useWeb()

/** Opens the board of a project, and notes which texts the service is asked for. */
async function open(projectId: string) {
  const { page } = await web.visit(`#/projects/${projectId}`)
  const asked: string[] = []
  page.on('request', (request) => {
    const text = new URL(request.url()).searchParams.get('q')
    if (text !== null) asked.push(text)
  })
  return { page, asked }
}

const searchFor = (page: Page, text: string) =>
  page.getByRole('searchbox', { name: 'Filter by text', exact: true }).fill(text)

/** The texts that an element gets from now on. */
const textsOf = (element: Locator) =>
  element.evaluateHandle((node) => {
    const texts: (string | null)[] = []
    new MutationObserver(() => texts.push(node.textContent)).observe(node, {
      ...{ childList: true, characterData: true, subtree: true },
    })
    return texts
  })

describe('a search on the board', () => {
  it('finds a task by one of its subtasks', async () => {
    const scene = await web.scene('Parts', ['Doing'])
    const [laneId = null] = scene.laneIds
    const { createTask } = scene
    await createTask('Party', { workflowLaneId: laneId, subtasks: [{ label: 'Order the Törtchen' }] })
    await createTask('Other', { workflowLaneId: laneId })
    const { page } = await open(scene.projectId)
    await eventually(() => cardsIn(page, 'Doing')).toEqual(['Party', 'Other'])
    await searchFor(page, 'tortchen party')
    await eventually(() => cardsIn(page, 'Doing')).toEqual(['Party'])
  })

  it('finds tasks far down in long lanes with one request', async () => {
    const scene = await web.scene('Haystack', ['Doing'])
    const { dataDir, demo } = web.service
    const labels = (name: string) => Array.from({ length: 600 }, (_, index) => `${name} ${index}`)
    await writeTasks(dataDir, demo.account_id, scene.projectId, [...labels('Straw'), 'A needle'])
    const laneId = scene.laneIds[0]
    await writeTasks(dataDir, demo.account_id, scene.projectId, [...labels('Hay'), 'Two needles'], laneId)
    const { page, asked } = await open(scene.projectId)
    await eventually(() => cardsIn(page, 'No lane')).toContain('Straw 0')
    await eventually(() => cardsIn(page, 'Doing')).toContain('Hay 0')
    await searchFor(page, 'NEEDLE')
    await eventually(() => cardsIn(page, 'No lane')).toEqual(['A needle'])
    await eventually(() => cardsIn(page, 'Doing')).toEqual(['Two needles'])
    expect(asked).toEqual(['NEEDLE'])
    await searchFor(page, '')
    await eventually(() => cardsIn(page, 'Doing')).toContain('Hay 0')
  })

  it('looks into descriptions and external ids, and ignores accents', async () => {
    const scene = await web.scene('Where to look')
    await scene.createTask('Open the café')
    await scene.createTask('Buy cups', { description: 'For the CAFÉ' })
    await scene.createTask('Ask Ada', { externalId: 'cafe-7' })
    await scene.createTask('Mow the lawn')
    const { page } = await open(scene.projectId)
    await searchFor(page, 'cafe')
    await eventually(() => cardsIn(page, 'No lane')).toEqual(['Open the café', 'Buy cups', 'Ask Ada'])
    await searchFor(page, 'for the cafê')
    await eventually(() => cardsIn(page, 'No lane')).toEqual(['Buy cups'])
    await searchFor(page, '´')
    await eventually(() => cardsIn(page, 'No lane')).toHaveLength(4)
  })

  it('follows changes by others, and shows what is moved and added', async () => {
    const scene = await web.scene('Living search', ['Doing'], { '': ['Paint the door', 'Mow the lawn'] })
    const { page } = await open(scene.projectId)
    await searchFor(page, 'paint')
    await eventually(() => cardsIn(page, 'No lane')).toEqual(['Paint the door'])
    await scene.createTask('Sow the lawn')
    await scene.createTask('Paint the fence')
    await eventually(() => cardsIn(page, 'No lane')).toEqual(['Paint the door', 'Paint the fence'])
    await web.service.client.tasks.update((await scene.taskOf('Mow the lawn')).id, {
      description: 'Or paint it',
    })
    await eventually(() => cardsIn(page, 'No lane')).toEqual([
      'Paint the door',
      'Mow the lawn',
      'Paint the fence',
    ])
    await web.service.client.tasks.update((await scene.taskOf('Paint the fence')).id, {
      label: 'Buy a fence',
    })
    await eventually(() => cardsIn(page, 'No lane')).toEqual(['Paint the door', 'Mow the lawn'])

    await lift(page, 'Paint the door')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Space')
    await eventually(() => cardsIn(page, 'Doing')).toEqual(['Paint the door'])
    await eventually(() => scene.labels(scene.laneIds[0])).toEqual(['Paint the door'])
    for (const label of ['Paint the roof', 'Sweep the roof']) {
      const box = page.getByRole('textbox', { name: 'Add a task to Doing', exact: true })
      await box.fill(label)
      await box.press('Enter')
      await eventually(() => box.inputValue()).toBe('')
    }
    await page.getByText('Added “Sweep the roof”. The filter hides it.', { exact: true }).waitFor()
    await eventually(() => cardsIn(page, 'Doing')).toEqual(['Paint the door', 'Paint the roof'])
    await eventually(() => scene.labels(scene.laneIds[0])).toEqual([
      'Paint the door',
      'Paint the roof',
      'Sweep the roof',
    ])
  })

  it('first says how many it has found, and not how many cards there were before', async () => {
    const scene = await web.scene('First', [], { '': ['Oak table', 'Oak chair', 'Pine table'] })
    const { page } = await open(scene.projectId)
    await eventually(() => cardsIn(page, 'No lane')).toHaveLength(3)
    const status = page.locator('.matches [role=status]')
    const said = await textsOf(status)
    await searchFor(page, 'oak')
    await eventually(() => status.textContent()).toBe('2 matches')
    expect((await said.jsonValue()).filter((text) => text !== '' && text !== 'Searching…')).toEqual([
      '2 matches',
    ])
  })

  it('says what it has found until it knows more, so that its words do not flicker', async () => {
    const scene = await web.scene('Steady', [], { '': ['Oak table', 'Oak chair', 'Pine table'] })
    const { page } = await web.visit(`#/projects/${scene.projectId}`, { setsClock: true })
    const status = page.locator('.matches [role=status]')
    await searchFor(page, 'oak')
    await eventually(() => status.textContent()).toBe('2 matches')
    const said = await textsOf(status)
    // the time of the page stands still while the service answers
    await page.clock.install()
    await page.clock.pauseAt(new Date(Date.now() + 60_000))
    let isAnswered = false
    page.on('response', (response) => {
      isAnswered ||= new URL(response.url()).searchParams.has('q')
    })
    await searchFor(page, 'oak chair')
    await page.clock.runFor(400) // the pause in typing after which the service is asked
    await eventually(() => isAnswered).toBe(true)
    await eventually(async () => {
      await page.clock.runFor(10)
      return status.textContent()
    }).toBe('1 match')
    expect(await said.jsonValue()).toEqual(['1 match'])
  })

  it('shows what it knows at once, and says when there is nothing', async () => {
    const scene = await web.scene('At once', [], { '': ['Paint the door', 'Mow the lawn'] })
    const { page, asked } = await open(scene.projectId)
    await eventually(() => cardsIn(page, 'No lane')).toHaveLength(2)
    await page.route('**/v1/projects/*/tasks?*', () => undefined) // the service does not answer
    await searchFor(page, 'lawn')
    await eventually(() => cardsIn(page, 'No lane')).toEqual(['Mow the lawn'])
    await page.getByText('Searching…', { exact: true }).waitFor()
    await eventually(() => asked).toEqual(['lawn'])
    await page.unroute('**/v1/projects/*/tasks?*')
    await searchFor(page, 'nowhere to be found')
    await page.getByText('No task here matches the filter.', { exact: true }).waitFor()
    await eventually(() => cardsIn(page, 'No lane')).toEqual([])
  })
})
