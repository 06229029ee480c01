import { expect, it } from 'vitest'
import { descriptionField, descriptionShown, hear, taskDialog } from '../support/task-view.ts'
import { eventually, useWeb } from '../support/web.ts'

const web = useWeb()

const writtenWith = (site: string) => `# Plan

Call **Ada** at [her site](${site}), or [not](javascript:alert(1)) here.

- [x] Find the number
- [ ] Call

| Who | When |
|-----|-----:|
| Ada | noon |

\`\`\`
<script>alert(1)</script>
\`\`\`

<img src=x onerror=alert(1)> ![A photo](https://example.org/photo.png) AT&amp;T`

it('a description reads as Markdown, its links are followed, and the rest of it is edited on click', async () => {
  const scene = await web.scene('Markdown')
  const site = `${web.service.origin}/?a=1&b=2` // a page may contact no other host in a test
  const written = writtenWith(site)
  const { id } = await scene.createTask('Read me', { description: written })
  const { page } = await web.visit(`#/projects/${scene.projectId}/tasks/${id}`)
  const shown = descriptionShown(page)
  await shown.getByRole('heading', { name: 'Plan' }).waitFor()
  expect(await shown.locator('strong').textContent()).toBe('Ada')
  const entries = (await shown.getByRole('listitem').allInnerTexts()).map((text) => text.replace(/\s+/g, ''))
  expect(entries).toEqual(['☑Findthenumber', '☐Call'])
  await eventually(() => shown.getByRole('cell').allTextContents()).toEqual(['Ada', 'noon'])
  expect(await shown.locator('pre').textContent()).toBe('<script>alert(1)</script>')
  const text = await shown.textContent()
  expect(text).toContain('<img src=x onerror=alert(1)>')
  expect(text).toContain('AT&T')
  expect(await shown.locator('img, script, [onerror]').count()).toBe(0)
  const links = shown.getByRole('link')
  expect(await links.allTextContents()).toEqual(['her site', 'A photo'])
  const link = links.first()
  expect(await link.getAttribute('href')).toBe(site)
  expect(await link.getAttribute('target')).toBe('_blank')
  expect(await link.getAttribute('rel')).toBe('noopener noreferrer nofollow')

  const opened = page.context().waitForEvent('page')
  await links.first().click()
  await (await opened).close()
  expect(await descriptionField(page).count()).toBe(0)

  await shown.getByText('Call', { exact: true }).click()
  expect(await descriptionField(page).inputValue()).toBe(written)
  await descriptionField(page).fill('**Short**')
  await page.keyboard.press('Escape')
  await eventually(() => shown.locator('strong').textContent()).toBe('Short')
  await eventually(async () => (await web.stored(id)).description).toBe('**Short**')

  // with the keyboard: from the button, and from the text
  await eventually(() => page.locator(':focus').getAttribute('aria-label')).toBe('Edit description')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.type(' words')
  await page.keyboard.press('ControlOrMeta+Enter')
  await eventually(() => shown.textContent()).toBe('Short words')
  await hear(page, 'Saved.') // perhaps that of the change before
  await eventually(async () => (await web.stored(id)).description).toBe('**Short** words')
})

it('a description that is written to hang or break a page is shown, and the page goes on', async () => {
  const scene = await web.scene('Hostile')
  const { page } = await web.visit(`#/projects/${scene.projectId}`)
  for (const description of ['>'.repeat(10_000), '- '.repeat(5000), '*a'.repeat(5000), '['.repeat(10_000)]) {
    const { id } = await scene.createTask('Deep', { description })
    await page.evaluate(`location.hash = '#/projects/${scene.projectId}/tasks/${id}'`)
    await eventually(async () => (await descriptionShown(page).count()) === 1).toBe(true)
    await page.keyboard.press('Escape')
    await taskDialog(page).waitFor({ state: 'detached' })
  }
})

it('texts that are written from right to left are shown so', async () => {
  const scene = await web.scene('מימין לשמאל', ['לביצוע'])
  const { id } = await scene.createTask('להתקשר לעדה', {
    description: 'שלום עולם',
    subtasks: [{ label: 'למצוא מספר' }],
  })
  const { page } = await web.visit(`#/projects/${scene.projectId}/tasks/${id}`)
  for (const selector of ['.markdown p', '.task-title', '.subtask-text'])
    await taskDialog(page).locator(`${selector}:dir(rtl)`).waitFor()
  expect((await web.stored(id)).label).toBe('להתקשר לעדה')
})
