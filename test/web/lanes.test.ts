import type { Locator, Page, Response, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { cardsIn, carry, frames, lane, pick, pointOf } from '../support/board.ts'
import { press } from '../support/keys.ts'
import { writeTasks } from '../support/many-tasks.ts'
import { withholdFeed } from '../support/page-requests.ts'
import { eventually, useWeb, type Visit } from '../support/web.ts'

const web = useWeb()

const heldLanes = async (projectId: string) =>
  (await web.service.client.projects.get(projectId)).project.workflow_lanes.map(({ label }) => label)

const shownLanes = (page: Page) =>
  page.getByRole('region').getByRole('heading', { level: 2 }).allTextContents()

const laneHandle = (page: Page, name: string) =>
  page.getByRole('button', { name: `Move lane ${name}`, exact: true })

const header = (page: Page, name: string) => lane(page, name).locator('header')

const isFocused = (page: Page, element: Locator) => element.and(page.locator(':focus')).count()

async function board(label: string, options: Parameters<typeof web.visit>[1] = {}) {
  const names = ['To do', 'Doing', 'Done']
  const scene = await web.scene(label, names, { 'To do': ['A', 'B'], Doing: ['C'] })
  const visit = await web.visit(`#/projects/${scene.projectId}`, options)
  await eventually(() => cardsIn(visit.page, 'To do')).toEqual(['A', 'B'])
  const updates = () => visit.requests.filter((request) => request.startsWith('PATCH')).length
  return { ...visit, scene, updates, held: () => heldLanes(scene.projectId) }
}

describe('a new board', () => {
  it('gets its usual three lanes with one click, and the focus goes to the first field', async () => {
    const scene = await web.scene('Brand new')
    const { page } = await web.visit(`#/projects/${scene.projectId}`)
    await page.getByRole('button', { name: 'To do, Doing, Done', exact: true }).click()
    await eventually(() => shownLanes(page)).toEqual(['To do', 'Doing', 'Done'])
    await eventually(() => heldLanes(scene.projectId)).toEqual(['To do', 'Doing', 'Done'])
    await eventually(() =>
      isFocused(page, page.getByRole('textbox', { name: 'Add a task to To do', exact: true })),
    ).toBe(1)
    // nothing speaks of a lane that is not needed
    expect(await page.locator('main').textContent()).not.toMatch(/no lane|every task is in a lane/i)
  })

  it('takes lanes of other names, one after the other, until the field is left empty', async () => {
    const scene = await web.scene('Own names')
    const { page } = await web.visit(`#/projects/${scene.projectId}`)
    await page.getByRole('button', { name: 'Lanes with other names', exact: true }).click()
    const field = page.getByRole('textbox', { name: 'Name of the new lane', exact: true })
    for (const name of ['Backlog', 'Week']) {
      await field.fill(name)
      await field.press('Enter')
      await lane(page, name).waitFor()
      await eventually(() => field.inputValue()).toBe('')
      await eventually(() => isFocused(page, field)).toBe(1)
    }
    await field.press('Enter')
    await field.waitFor({ state: 'detached' })
    const button = page.getByRole('button', { name: 'Add lane', exact: true })
    await eventually(() => isFocused(page, button)).toBe(1)
    await button.press('Enter')
    await field.press('Escape')
    await field.waitFor({ state: 'detached' })
    expect(await heldLanes(scene.projectId)).toEqual(['Backlog', 'Week'])
  })
})

it('a lane says how many tasks it has before it is deleted, also those that are not shown', async () => {
  const scene = await web.scene('Deleting', ['To do', 'Empty'])
  const workflowLaneId = scene.laneIds[0] ?? null
  await scene.createTask('A', { workflowLaneId })
  for (const label of ['B', 'C']) await scene.createTask(label, { workflowLaneId, status: 2 })
  const { page } = await web.visit(`#/projects/${scene.projectId}`)
  await pick(page, 'Actions for lane To do', 'Delete')
  await page.getByRole('dialog').getByText('It has 3 tasks. They are kept, and will be in no lane.').waitFor()
  await page.keyboard.press('Escape')
  await pick(page, 'Actions for lane Empty', 'Delete')
  await page.getByRole('dialog').getByText('It has no tasks.', { exact: true }).waitFor()
})

it('a lane keeps its width, whatever its name, and shows the whole name on hover and focus', async () => {
  const scene = await web.scene('Long name')
  const name = 'Everything that has to be done before the fair opens '.repeat(5).trim()
  await web.service.client.lanes.create(scene.projectId, { label: name })
  const { page } = await web.visit(`#/projects/${scene.projectId}`)
  await lane(page, name).waitFor()
  const box = await lane(page, name).boundingBox()
  expect(box?.width).toBe(296)
  const whole = lane(page, name).locator('.whole-name')
  expect(await whole.isVisible()).toBe(false)
  await page.getByRole('heading', { name, level: 2 }).hover()
  await whole.waitFor()
  await page.mouse.move(0, 0)
  await whole.waitFor({ state: 'hidden' })
  await page.getByRole('heading', { name, level: 2 }).focus()
  await whole.waitFor()
  expect(await whole.textContent()).toBe(name)
})

describe('a lane is dragged', () => {
  it('with the mouse, by its header, and the move can be undone', async () => {
    const { page, held, updates } = await board('By mouse')
    await carry(page, header(page, 'To do'), async () => {
      const { x, y } = await pointOf(header(page, 'Doing'))
      return { x: x + 60, y: y + 40 }
    })
    await page.mouse.up()
    await eventually(() => shownLanes(page)).toEqual(['Doing', 'To do', 'Done'])
    await eventually(held).toEqual(['Doing', 'To do', 'Done'])
    expect(updates()).toBe(1)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await eventually(held).toEqual(['To do', 'Doing', 'Done'])
    await eventually(() => shownLanes(page)).toEqual(['To do', 'Doing', 'Done'])
    await eventually(() => cardsIn(page, 'To do')).toEqual(['A', 'B'])
  })

  it('with the keyboard, with each step told, and Escape puts it back', async () => {
    const { page, held, updates } = await board('By keys')
    await laneHandle(page, 'Done').focus()
    expect(await press(page, 'Space')).toMatch(/Done.*3 of 3/)
    expect(await press(page, 'ArrowLeft')).toMatch(/2 of 3/)
    expect(await press(page, 'Escape')).toMatch(/where it was/)
    await eventually(() => shownLanes(page)).toEqual(['To do', 'Doing', 'Done'])
    await press(page, 'Space')
    expect(await press(page, 'Home')).toMatch(/1 of 3/)
    expect(await press(page, 'Space')).toMatch(/Dropped/)
    await eventually(held).toEqual(['Done', 'To do', 'Doing'])
    await eventually(() => isFocused(page, laneHandle(page, 'Done'))).toBe(1)
    expect(updates()).toBe(1)
  })

  it('with a finger, after a long press on its header', async () => {
    const { held, ...visit } = await board('By finger', { hasTouch: true })
    const { page } = visit
    const target = await pointOf(header(page, 'Doing'))
    await touchDrag(visit, header(page, 'To do'), { x: target.x + 60, y: target.y })
    await eventually(held).toEqual(['Doing', 'To do', 'Done'])
  })

  it('and is back when the service refuses', async () => {
    const { page, scene } = await board('Refused', { errors: [404] })
    await withholdFeed(page)
    await page.route('**/v1/projects/*', (route) =>
      route.request().method() === 'GET' ? route.abort() : route.continue(),
    )
    await web.service.client.lanes.delete(scene.projectId, scene.laneIds[2] ?? '')
    await page.unroute('**/v1/projects/*')
    await laneHandle(page, 'Done').focus()
    for (const key of ['Space', 'Home', 'Space']) await press(page, key)
    await page.getByRole('alert').filter({ hasText: /lane/i }).waitFor()
    await eventually(() => shownLanes(page)).toEqual(['To do', 'Doing'])
  })
})

it('the column of tasks without a lane is there when it is needed, and counts are exact', async () => {
  const { page, scene } = await board('Loose')
  expect(await lane(page, 'No lane').count()).toBe(0)
  const target = lane(page, 'No lane')
  await carry(page, page.getByRole('link', { name: 'A', exact: true }), () => pointOf(target, 0.3))
  await page.mouse.up()
  await eventually(() => cardsIn(page, 'No lane')).toEqual(['A'])
  await eventually(() => scene.labels('none')).toEqual(['A'])
  await eventually(() => header(page, 'No lane').textContent()).toContain('1 task')
  await web.service.client.tasks.delete((await scene.taskOf('A')).id)
  await eventually(() => lane(page, 'No lane').count()).toBe(0)
  // done tasks are told where they hide
  await web.service.client.tasks.update((await scene.taskOf('C')).id, { status: 2 })
  await page.reload()
  await lane(page, 'Doing').getByText('1 task here is done.').waitFor()
  await eventually(() => header(page, 'Doing').textContent()).toContain('0 of 1 tasks')
})

const labels = Array.from({ length: 104 }, (_, index) => `Card ${String(index).padStart(3, '0')}`)

it('a lane is renamed by a double click, and shows the same cards after a move that is undone', async () => {
  const { page, scene, held } = await board('Same place')
  const { dataDir, demo } = web.service
  await writeTasks(dataDir, demo.account_id, scene.projectId, labels, scene.laneIds[0])
  await page.reload()
  await eventually(() => header(page, 'To do').textContent()).toContain('106 tasks')
  await page.getByRole('heading', { name: 'To do', level: 2 }).dblclick()
  await page.getByRole('textbox', { name: 'Name of lane To do', exact: true }).fill('Next')
  await page.keyboard.press('Enter')
  await eventually(held).toEqual(['Next', 'Doing', 'Done'])

  const list = lane(page, 'Next').getByRole('list')
  await list.evaluate((element) => {
    element.scrollTop = 2000
  })
  await page.getByRole('link', { name: 'Card 040', exact: true }).waitFor()
  const place = async () => (await page.getByRole('link', { name: 'Card 040', exact: true }).boundingBox())?.y
  const before = await place()
  await pick(page, 'Actions for lane Next', 'Move right')
  await eventually(held).toEqual(['Doing', 'Next', 'Done'])
  await eventually(place).toBe(before)
  await page.keyboard.press('Control+z')
  await page.getByText('The lane “Next” is back where it was.', { exact: true }).waitFor()
  expect(await held()).toEqual(['Next', 'Doing', 'Done'])
  await eventually(place).toBe(before)
  // also where Preact moves the other lane
  await pick(page, 'Actions for lane Doing', 'Move left')
  await eventually(held).toEqual(['Doing', 'Next', 'Done'])
  await eventually(place).toBe(before)
})

describe('all cards of a lane', () => {
  it('go to another one, also those that are not shown, and come back', async () => {
    const { page, scene } = await board('All of them')
    const [from, to] = scene.laneIds
    const { dataDir, demo } = web.service
    await writeTasks(dataDir, demo.account_id, scene.projectId, labels, from)
    await web.service.client.tasks.update((await scene.taskOf('B')).id, { status: 2 })
    await page.reload()
    await eventually(() => header(page, 'To do').textContent()).toContain('106 tasks')
    await pick(page, 'Actions for lane To do', 'Move all cards…')
    // what a busy service does not do in time is sent again; a request without an answer is repeated as it was
    const leavesSome = async (response: Response) => (await response.text()).includes('service_unavailable')
    const answers: Response[] = []
    page.on('response', (response) => {
      if (response.url().endsWith('/v1/tasks/bulk')) answers.push(response)
    })
    const dialog = page.getByRole('dialog', { name: 'Move all cards of “To do”' })
    await dialog.getByRole('combobox', { name: 'To', exact: true }).selectOption({ label: 'Doing' })
    await dialog.getByRole('button', { name: 'Move 106 tasks', exact: true }).click()
    // so many take their time on a busy machine; an alert would say what went wrong
    const told = async () => (await page.locator('.toasts').allTextContents()).join(' ')
    await eventually(told, 60_000).toContain('Moved 106 tasks to Doing.')
    expect(await scene.labels(from)).toEqual([])
    expect(await scene.labels(to)).toEqual(['C', 'A', 'B', ...labels])
    const keys = new Set(answers.map((answer) => answer.request().headers()['idempotency-key']))
    const again = (await Promise.all(answers.map(leavesSome))).filter((leaves) => leaves)
    expect(keys.size).toBe(2 + again.length)
    await eventually(() => cardsIn(page, 'To do')).toEqual([])
    await eventually(() => header(page, 'Doing').textContent()).toContain('107 tasks')

    // what has gone on since stays where it is
    await web.service.client.tasks.update((await scene.taskOf('A')).id, {
      workflowLaneId: scene.laneIds[2] ?? '',
    })
    // also what goes on at the last moment; another change does not stand against it
    const [b, first] = [await scene.taskOf('B'), await scene.taskOf('Card 000')]
    const theyGoOn = async (route: Route) => {
      await web.service.client.tasks.update(b.id, { workflowLaneId: scene.laneIds[2] ?? '' })
      await web.service.client.tasks.update(first.id, { description: 'Theirs' })
      await route.continue()
    }
    await page.route('**/v1/tasks/bulk', theyGoOn, { times: 1 })
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await eventually(() => scene.labels(from), 60_000).toEqual(labels)
    await eventually(() => scene.labels(to)).toEqual(['C'])
    await eventually(() => scene.labels(scene.laneIds[2])).toEqual(['A', 'B'])
    await eventually(async () => (await scene.taskOf('Card 000')).description).toBe('Theirs')
    // once more, those that have come back
    await page.keyboard.press('Control+Shift+z')
    await eventually(() => scene.labels(to), 60_000).toEqual(['C', ...labels])
    await page.keyboard.press('Control+z')
    await eventually(() => scene.labels(from), 60_000).toEqual(labels)
    await eventually(() => scene.labels(scene.laneIds[2])).toEqual(['A', 'B'])
  })
})

describe('all cards of a lane that come back and go again', () => {
  /** Lets the next bulk request through, and changes its answer. */
  const afterIt = (page: Page, answer: (route: Route, text: string) => Promise<void>) =>
    page.route('**/v1/tasks/bulk', async (route) => answer(route, await (await route.fetch()).text()), {
      times: 1,
    })

  it.each([
    {
      what: 'a busy service says of one that it was not done',
      answer: async (route: Route, text: string) => {
        const { results, ...rest } = JSON.parse(text) as { results: object[] }
        const error = { code: 'service_unavailable', message: 'There was no time left.', docs: '' }
        const json = { ...rest, results: results.with(1, { status: 503, error }), failed: 1 }
        await route.fulfill({ json })
      },
    },
    { what: 'the answer is lost', answer: (route: Route) => route.abort() },
  ])('are all there when $what', async ({ answer }) => {
    const { page, scene } = await board('Sent again', { losesService: true })
    const [from = '', to = ''] = scene.laneIds
    await scene.createTask('D', { workflowLaneId: from })
    await eventually(() => cardsIn(page, 'To do')).toEqual(['A', 'B', 'D'])
    await pick(page, 'Actions for lane To do', 'Move all cards…')
    await page.getByRole('combobox', { name: 'To', exact: true }).selectOption({ label: 'Doing' })
    await page.getByRole('button', { name: 'Move 3 tasks', exact: true }).click()
    await page.getByText('Moved 3 tasks to Doing.', { exact: true }).waitFor()
    await page.keyboard.press('Control+z')
    await eventually(() => scene.labels(from)).toEqual(['A', 'B', 'D'])
    await eventually(() => cardsIn(page, 'To do')).toEqual(['A', 'B', 'D'])
    await afterIt(page, answer)
    await page.keyboard.press('Control+Shift+z')
    await eventually(() => cardsIn(page, 'Doing')).toEqual(['C', 'A', 'B', 'D'])
    await page.keyboard.press('Control+z')
    await eventually(() => scene.labels(from)).toEqual(['A', 'B', 'D'])
    await eventually(() => scene.labels(to)).toEqual(['C'])
  })
})

it('all cards of a lane come back when nothing answered their move, and its repeat had no time for some', async () => {
  const { page, scene } = await board('Repeated in part', { losesService: true })
  const [from = '', to = ''] = scene.laneIds
  const isTold = page.waitForResponse(
    async (response) => response.url().includes('/changes?') && (await response.text()).includes(to),
  )
  const lose = async (route: Route) => {
    await route.fetch()
    await isTold
    await route.abort()
  }
  const doInPart = async (route: Route) => {
    const { operations } = route.request().postDataJSON() as { operations: object[] } // the API's request
    const response = await route.fetch({ postData: { operations: operations.slice(0, 1) } })
    const { results, ...rest } = (await response.json()) as { results: object[] } // the API's answer
    const error = { code: 'service_unavailable', message: 'There was no time left.', docs: '' }
    await route.fulfill({ json: { ...rest, results: [...results, { status: 503, error }], failed: 1 } })
  }
  await page.route('**/v1/tasks/bulk', doInPart, { times: 1 })
  await page.route('**/v1/tasks/bulk', lose, { times: 1 })
  await pick(page, 'Actions for lane To do', 'Move all cards…')
  await page.getByRole('combobox', { name: 'To', exact: true }).selectOption({ label: 'Doing' })
  await page.getByRole('button', { name: 'Move 2 tasks', exact: true }).click()
  await page.getByText('Moved 2 tasks to Doing.', { exact: true }).waitFor()
  await page.keyboard.press('Control+z')
  await eventually(() => scene.labels(from)).toEqual(['A', 'B'])
  expect(await scene.labels(to)).toEqual(['C'])
})

/** Touches an element, holds it until that lifts it, drags to a point and releases. */
async function touchDrag({ page, protocol }: Visit, what: Locator, to: { x: number; y: number }) {
  const session = await protocol()
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  const from = await pointOf(what)
  await touch('touchStart', [from])
  await page.locator('.lane-preview').waitFor()
  for (let step = 1; step <= 8; step++) {
    const share = step / 8
    await touch('touchMove', [{ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }])
    await frames(page)
  }
  await touch('touchEnd', [])
}

it('a lane is as high as its cards, says by a mark which status it gives, and takes what is dropped below it', async () => {
  const { page, scene } = await board('Hugging')
  const { dataDir, demo, client } = web.service
  const [, , doneId = ''] = scene.laneIds
  await client.lanes.update(scene.projectId, doneId, { taskStatus: 2 })
  await writeTasks(dataDir, demo.account_id, scene.projectId, Array<string>(40).fill('Many'), doneId)
  await page.reload()
  await eventually(() => cardsIn(page, 'Done')).toContain('Many')
  await eventually(() => header(page, 'Done').textContent()).toContain('A card that enters is done')
  expect(await header(page, 'To do').textContent()).not.toContain('A card that enters')
  const boxOf = async (name: string) => (await lane(page, name).boundingBox()) ?? { y: 0, height: 0 }
  const [short, longest] = [await boxOf('Doing'), await boxOf('Done')]
  expect(short.height).toBeLessThan(longest.height / 2)
  expect(longest.y + longest.height).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0)
  await carry(page, page.getByRole('link', { name: 'A', exact: true }), async () => {
    const { x } = await pointOf(lane(page, 'Doing'))
    return { x, y: longest.y + longest.height - 40 }
  })
  await page.mouse.up()
  await eventually(() => cardsIn(page, 'Doing')).toEqual(['C', 'A'])
})
