import { expect, it } from 'vitest'
import { withholdFeed } from '../support/page-requests.ts'
import { descriptionField, descriptionShown, hear, labelField, taskDialog } from '../support/task-view.ts'
import { checkboxesIn, eventually, useWeb } from '../support/web.ts'

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
  expect(await checkboxesIn(shown)).toEqual(['+Find the number', 'Call'])
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

it('a table draws the line below its last row', async () => {
  const scene = await web.scene('Lines')
  const { id } = await scene.createTask('Table', { description: '| Who |\n|---|\n| Ada |\n| Grace |' })
  const { page } = await web.visit(`#/projects/${scene.projectId}/tasks/${id}`)
  const last = descriptionShown(page).getByRole('cell', { name: 'Grace', exact: true })
  await last.waitFor()
  const width = await last.evaluate((cell) => getComputedStyle(cell).borderBottomWidth)
  expect(width).toBe('1px')
})

const list = `\`\`\`
- [ ] not a box
\`\`\`

- [ ] Pack **socks**
  - [ ] Warm ones
- [ ] Leave`

it('a box of a task list is ticked in place, saved, undone and done again, and settles with others', async () => {
  const scene = await web.scene('Boxes')
  const { id } = await scene.createTask('Trip', { description: list })
  const { page } = await web.visit(`#/projects/${scene.projectId}/tasks/${id}`, { errors: [412] })
  const shown = descriptionShown(page)
  const box = (name: string) => shown.getByRole('checkbox', { name, exact: true })
  const stored = async () => (await web.stored(id)).description
  await box('Warm ones').click()
  await eventually(() => checkboxesIn(shown)).toEqual(['Pack socks', '+Warm ones', 'Leave'])
  await eventually(stored).toBe(list.replace('[ ] Warm', '[x] Warm'))
  expect(await descriptionField(page).count()).toBe(0)
  await box('Pack socks').press('Space')
  await eventually(stored).toBe(list.replace('[ ] Warm', '[x] Warm').replace('[ ] Pack', '[x] Pack'))
  await page.keyboard.press('Control+z')
  await eventually(stored).toBe(list.replace('[ ] Warm', '[x] Warm'))
  await page.keyboard.press('Control+z')
  await eventually(stored).toBe(list)
  await eventually(() => checkboxesIn(shown)).toEqual(['Pack socks', 'Warm ones', 'Leave'])
  await page.keyboard.press('Control+Shift+z')
  await eventually(stored).toBe(list.replace('[ ] Warm', '[x] Warm'))
  await hear(page, 'Saved.')

  // someone else has ticked another box, and the page has not learnt of it
  await withholdFeed(page)
  await web.service.client.tasks.update(id, { description: list.replace('[ ] Leave', '[x] Leave') })
  await box('Pack socks').click()
  await taskDialog(page).getByRole('alert').getByText('Someone else changed the description too.').waitFor()
  expect(await stored()).toBe(list.replace('[ ] Leave', '[x] Leave'))
})

it('boxes of a task list are only shown to a token that may only read', async () => {
  const scene = await web.scene('Only looking')
  const { id } = await scene.createTask('Trip', { description: list })
  const { secret } = (await web.service.client.tokens.create({ name: 'Looks', scopes: ['read'] })).token
  const { page } = await web.visit(`#/projects/${scene.projectId}/tasks/${id}`, { token: secret })
  const boxes = taskDialog(page).locator('.markdown').getByRole('checkbox')
  await eventually(() => boxes.count()).toBe(3)
  for (const box of await boxes.all()) expect(await box.isDisabled()).toBe(true)
})

it('Enter goes on with a list, and the keys of bold, italic and link mark what is selected', async () => {
  const scene = await web.scene('Writing')
  const { id } = await scene.createTask('Notes')
  const { page } = await web.visit(`#/projects/${scene.projectId}/tasks/${id}`)
  const field = descriptionField(page)
  await field.focus()
  const type = async (...parts: string[]) => {
    for (const part of parts) {
      if (part === '↵') await page.keyboard.press('Enter')
      else await page.keyboard.type(part)
    }
  }
  const text = () => field.inputValue()
  await type('- [x] Pack', '↵', 'Leave', '↵', '↵', '9. Nine', '↵', 'Ten', '↵', '↵', '  * a', '↵', 'b')
  expect(await text()).toBe('- [x] Pack\n- [ ] Leave\n9. Nine\n10. Ten\n  * a\n  * b')
  // the field's own undo goes back through it
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await eventually(text).not.toContain('  * b')
  expect(await text()).toContain('- [ ] Leave\n9. Nine')

  await field.fill('Call Ada')
  await page.keyboard.press('Control+Shift+ArrowLeft')
  await page.keyboard.press('Control+b')
  expect(await text()).toBe('Call **Ada**')
  await page.keyboard.press('Control+i')
  expect(await text()).toBe('Call ***Ada***')
  await page.keyboard.press('Control+b')
  expect(await text()).toBe('Call *Ada*')
  await page.keyboard.press('Control+k')
  await type('https://ada.example')
  expect(await text()).toBe('Call *[Ada](https://ada.example)*')
  expect(await page.getByRole('dialog', { name: 'Search', exact: true }).count()).toBe(0)
  await page.keyboard.press('ControlOrMeta+Enter')
  await eventually(async () => (await web.stored(id)).description).toBe('Call *[Ada](https://ada.example)*')
})

it('Ctrl+Z takes back a text that was saved by itself, once its field is left', async () => {
  const scene = await web.scene('Text steps')
  const { id } = await scene.createTask('Before', { description: 'Old' })
  const { page } = await web.visit(`#/projects/${scene.projectId}/tasks/${id}`)
  const stored = async () => {
    const { label, description } = await web.stored(id)
    return [label, description]
  }
  const undo = () => page.keyboard.press('Control+z')
  await labelField(page).fill('After')
  await descriptionShown(page).click()
  await descriptionField(page).fill('New')
  await page.keyboard.press('Escape')
  await eventually(stored).toEqual(['After', 'New'])
  await undo()
  await eventually(stored).toEqual(['After', 'Old'])
  await undo()
  await eventually(stored).toEqual(['Before', 'Old'])
  await undo()
  await taskDialog(page).getByText('Nothing to undo.', { exact: true }).waitFor()
  await page.keyboard.press('Control+Shift+z')
  await eventually(stored).toEqual(['After', 'Old'])
  await hear(page, 'Saved.')

  // what someone else has written since stays
  await web.service.client.tasks.update(id, { label: 'Theirs' })
  await eventually(() => labelField(page).inputValue()).toBe('Theirs')
  await undo()
  await taskDialog(page)
    .getByRole('alert')
    .getByText('The label has changed since, so it was left as it is.', { exact: true })
    .waitFor()
  expect(await stored()).toEqual(['Theirs', 'Old'])
})

it('the headings of a description follow those of the page, and leave out no level', async () => {
  const scene = await web.scene('Headings')
  const { id } = await scene.createTask('Minutes', { description: '## Plan\n\n#### Costs\n\n## Rest' })
  const { page } = await web.visit(`#/projects/${scene.projectId}/tasks/${id}`)
  const shown = descriptionShown(page)
  const levels = async () =>
    (await shown.ariaSnapshot()).match(/heading "[^"]*" \[level=\d\]/g)?.map((line) => line.slice(8))
  await eventually(levels).toEqual(['"Plan" [level=4]', '"Costs" [level=5]', '"Rest" [level=4]'])
})
