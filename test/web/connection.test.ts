import { describe, it } from 'vitest'
import { cardsIn } from '../support/board.ts'
import { eventually, useOwnService } from '../support/web.ts'

const web = useOwnService()

describe('without the service', () => {
  it('says so, keeps showing its data, and continues when the service is back', async () => {
    const scene = await web.scene('Outage', [], { '': ['Before'] })
    const { page } = await web.visit(`#/projects/${scene.projectId}`, { losesService: true })
    await eventually(() => cardsIn(page, 'No lane')).toEqual(['Before'])
    const alert = page.getByRole('alert').filter({ hasText: 'No connection' })
    await web.service.stop()
    await alert.waitFor()
    await eventually(() => cardsIn(page, 'No lane')).toEqual(['Before'])
    await web.service.restart()
    await scene.createTask('Meanwhile')
    await alert.waitFor({ state: 'hidden' })
    await eventually(() => cardsIn(page, 'No lane')).toEqual(['Before', 'Meanwhile'])
    const box = page.getByRole('textbox', { name: 'Add a task to No lane', exact: true })
    await box.fill('Afterwards')
    await box.press('Enter')
    await eventually(() => scene.labels()).toEqual(['Before', 'Meanwhile', 'Afterwards'])
  })

  it('says so on a device that is offline, and shows what it missed', async () => {
    const scene = await web.scene('Tunnel', ['Doing'], { Doing: ['Before'] })
    const { page } = await web.visit(`#/projects/${scene.projectId}`, { losesService: true })
    await eventually(() => cardsIn(page, 'Doing')).toEqual(['Before'])
    const alert = page.getByRole('alert').filter({ hasText: 'No connection' })
    await page.context().setOffline(true)
    await alert.waitFor()
    await scene.createTask('Missed', { workflowLaneId: String(scene.laneIds[0]) })
    await web.service.client.projects.update(scene.projectId, { label: 'Out of the tunnel' })
    await page.context().setOffline(false)
    await alert.waitFor({ state: 'hidden' })
    await eventually(() => cardsIn(page, 'Doing')).toEqual(['Before', 'Missed'])
    await page.getByRole('heading', { name: 'Out of the tunnel', level: 1 }).waitFor()
  })

  it('does not lose what was typed', async () => {
    const scene = await web.scene('Typed', ['Inbox'])
    const { page } = await web.visit(`#/projects/${scene.projectId}`, { losesService: true })
    const box = page.getByRole('textbox', { name: 'Add a task to Inbox', exact: true })
    await box.waitFor()
    await page.context().setOffline(true)
    await box.fill('Precious words')
    await box.press('Enter')
    await page.getByRole('alert').filter({ hasText: 'No connection' }).waitFor()
    await page.context().setOffline(false)
    // the text is either sent when the connection is back, or still in the field; it must be added once
    await eventually(async () => [await box.inputValue(), ...(await scene.labels())]).toContain(
      'Precious words',
    )
    if ((await box.inputValue()) !== '') await box.press('Enter')
    await eventually(() => scene.labels()).toEqual(['Precious words'])
    await eventually(() => cardsIn(page, 'Inbox')).toEqual(['Precious words'])
  })
})
