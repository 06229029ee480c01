import { describe, expect, it } from 'vitest'
import { card, cardsIn, circle, handle, lane } from '../support/board.ts'
import { boundToken } from '../support/bound-token.ts'
import { findField, openPalette } from '../support/find-views.ts'
import { alerts, button } from '../support/form-page.ts'
import { announced, press } from '../support/keys.ts'
import { withholdFeed } from '../support/page-requests.ts'
import { taskDialog } from '../support/task-view.ts'
import { eventually, useWeb } from '../support/web.ts'

const web = useWeb()

describe('a task that moves to a project that a bound token does not see', () => {
  const movedWords = 'has moved to a project that your token does not see'

  async function board(label: string, cards: string[]) {
    const [scene, elsewhere] = [await web.scene(label, ['Doing'], { Doing: cards }), await web.scene('Away')]
    const token = await boundToken(web, [scene])
    const visit = await web.visit(`#/projects/${scene.projectId}`, { token: token.secret, errors: [404] })
    await eventually(() => cardsIn(visit.page, 'Doing')).toEqual(cards)
    const send = async (label: string) => {
      const { id } = await scene.taskOf(label)
      await web.service.client.tasks.update(id, { projectId: elsewhere.projectId })
      return id
    }
    const back = (id: string) =>
      web.service.client.tasks.update(id, {
        ...{ projectId: scene.projectId, workflowLaneId: scene.laneIds[0] ?? null },
      })
    return { ...visit, scene, send, back }
  }

  it('leaves the board, and comes back when it does', async () => {
    const { page, send, back } = await board('To and fro', ['A', 'B'])
    const id = await send('A')
    await eventually(() => cardsIn(page, 'Doing')).toEqual(['B'])
    await eventually(() => lane(page, 'Doing').textContent()).toMatch(/Doing\D*1\D/)
    await back(id)
    await eventually(async () => (await cardsIn(page, 'Doing')).toSorted()).toEqual(['A', 'B'])
    expect((await alerts(page)).join('')).toBe('')
  })

  it('is told to whoever has lifted its card, in words that do not say "deleted"', async () => {
    const { page, send } = await board('Lifted', ['A', 'B'])
    await handle(page, 'A').focus()
    await press(page, 'Space')
    await send('A')
    await eventually(() => announced(page)).toContain(`“A” ${movedWords}.`)
    expect(await announced(page)).not.toContain('deleted')
  })

  it('is told by its dialog, which offers no way back', async () => {
    const { page, scene, send } = await board('Opened', ['A'])
    await card(page, 'A').getByRole('link').click()
    await taskDialog(page).getByRole('textbox', { name: 'Label', exact: true }).waitFor()
    await send('A')
    await taskDialog(page).getByText(`“A” ${movedWords}.`).waitFor()
    expect(await button(page, 'Restore task').count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Open the trash', exact: true }).count()).toBe(0)
    expect(await scene.trashed()).toEqual([])
  })

  it('is told apart from a deletion once the feed has said which; until then both may be', async () => {
    const { page, scene, send } = await board('Unsure', ['A', 'B', 'C'])
    const tell = await withholdFeed(page) // the page does not learn why
    await send('A')
    await circle(page, 'A').click()
    await eventually(() => alerts(page)).toContainEqual(
      expect.stringContaining(
        '“A” is gone: it was deleted, or has moved to a project that your token does not see.',
      ),
    )
    await eventually(() => cardsIn(page, 'Doing')).toEqual(['B', 'C'])
    const { id } = await scene.taskOf('B')
    // the dialog reads the task when it opens: once it has, only a save can tell it that the task is gone
    const isRead = page.waitForResponse((response) => new URL(response.url()).pathname === `/v1/tasks/${id}`)
    await card(page, 'B').getByRole('link').click()
    await isRead
    const field = taskDialog(page).getByRole('textbox', { name: 'Label', exact: true })
    await field.waitFor()
    await web.service.client.tasks.delete(id)
    await field.fill('B, changed')
    await taskDialog(page).getByText('“B” is gone: it was deleted, or has moved').waitFor()
    expect(await button(page, 'Restore task').count()).toBe(0)
    await tell()
    await taskDialog(page).getByText('“B” was deleted meanwhile.').waitFor()
    await button(page, 'Restore task').waitFor()
  })

  it('says of a link to such a task that the token may not see it', async () => {
    const { page, scene, send } = await board('Linked', ['A'])
    const id = await send('A')
    await eventually(() => cardsIn(page, 'Doing')).toEqual([])
    await page.evaluate(`location.hash = '#/projects/${scene.projectId}/tasks/${id}'`)
    await taskDialog(page).getByText('is in a project that your token does not see').waitFor()
  })

  it('is found again by another token in the same tab', async () => {
    const { page, send } = await board('Switched', ['Needle in the hay'])
    await send('Needle in the hay')
    await eventually(() => cardsIn(page, 'Doing')).toEqual([])
    await page.evaluate(`location.hash = '#token=${web.service.demo.token}'`)
    await button(page, 'Switch').click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await openPalette(page)
    await findField(page).fill('needle in the hay')
    await page.getByRole('option', { name: /Needle in the hay/ }).waitFor()
  })
})
