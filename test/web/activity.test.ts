import { describe, it } from 'vitest'
import { TasksClient } from '../../client/src/index.ts'
import { entriesIn, openActivity } from '../support/activity.ts'
import { newEmail, signInAs, useSignIn } from '../support/sign-in-views.ts'
import { card } from '../support/board.ts'
import { closeTask } from '../support/task-view.ts'
import { eventually } from '../support/web.ts'

const place = useSignIn()
const { web } = place

describe('the activity of a task', () => {
  it('says who did what, the newest first, and follows what others do', async () => {
    const scene = await web.scene('Garden', ['To do', 'Doing'], {
      'To do': ['Paint the door', 'Mow the lawn'],
    })
    const { client } = web.service
    await client.fields.create({
      key: 'tone',
      label: 'Tone',
      type: 'select',
      options: [{ value: 'mint', label: 'Mint' }],
    })
    const { id } = await scene.taskOf('Paint the door')
    const ada = await place.newMember({ role: 'member', email: newEmail('ada') })
    await client.tasks.update(id, { label: 'Paint the gate', description: 'In green' })
    const { page } = await place.open(`#/projects/${scene.projectId}`)
    await signInAs(page, ada.email)
    await card(page, 'Paint the gate').getByRole('link').first().click()
    await openActivity(page)
    const created = 'A program created the task.'
    const renamed = 'A program changed “Label” and “Description”. | from “Paint the door” to “Paint the gate”'
    await eventually(() => entriesIn(page)).toEqual([renamed, created])
    await client.tasks.update(id, {
      workflowLaneId: scene.laneIds[1] ?? '',
      status: 2,
      fields: { tone: 'mint' },
    })
    const completed =
      'A program completed the task. | Status: from “Open” to “Done” | Lane: from “To do” to “Doing” | Tone: from “None” to “Mint”'
    await eventually(() => entriesIn(page)).toEqual([completed, renamed, created])
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    const reopened = `${ada.email} opened the task again. | from “Done” to “Open”`
    await eventually(() => entriesIn(page)).toEqual([reopened, completed, renamed, created])
    const { origin, demo } = web.service
    const nightJob = new TasksClient({ baseUrl: `${origin}/v1`, token: demo.token, originId: 'night-job' })
    // a program may name itself; a text that was replaced can be read
    await nightJob.tasks.update(id, { description: null })
    await eventually(async () => (await entriesIn(page))[0]).toBe(
      'A program (night-job) changed “Description”.',
    )
    await page.getByText('Description before', { exact: true }).first().click()
    await page.locator('.activity-text', { hasText: 'In green' }).waitFor()
    // it is open in the next task, too
    await closeTask(page)
    await card(page, 'Mow the lawn').getByRole('link').first().click()
    await eventually(() => entriesIn(page)).toEqual([created])
  })
})
