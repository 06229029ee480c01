import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { newTempFolder } from '../harness/temp-folder.ts'
import { cardsIn } from '../support/board.ts'
import { sharedBrowser } from '../support/browser.ts'
import { all, eventually, useWeb } from '../support/web.ts'

const web = useWeb()
let visitors: Browser
beforeAll(async () => {
  visitors = await sharedBrowser()
})

describe.each([
  { browser: 'with JavaScript', javaScriptEnabled: true },
  { browser: 'without JavaScript', javaScriptEnabled: false },
])('the HTML form of a new form, saved to a file, in a browser $browser', ({ javaScriptEnabled }) => {
  it('makes a task on the open board within 5 s; the resend makes no second one', async () => {
    const scene = await web.scene('Website')
    const { page } = await web.visit(`#/projects/${scene.projectId}/forms`)
    await page.getByRole('button', { name: 'New form', exact: true }).click()
    await page.getByRole('textbox', { name: 'Name of the new form', exact: true }).fill('Contact')
    await page.getByRole('button', { name: 'Create form', exact: true }).click()
    await page.getByRole('link', { name: 'Skip', exact: true }).click()
    const html = await page.getByRole('region', { name: /Save it as a file/ }).textContent()
    const file = join(newTempFolder(), 'contact.html')
    await writeFile(file, html ?? '')
    await page.getByRole('button', { name: 'I have copied it', exact: true }).click()
    await page.getByRole('link', { name: 'Board', exact: true }).click()
    await page.getByRole('heading', { name: 'Website', exact: true }).waitFor()

    const context = await visitors.newContext({ javaScriptEnabled })
    const visitor = await context.newPage()
    const origins: (string | undefined)[] = []
    visitor.on('request', (request) => {
      if (request.method() === 'POST') origins.push(request.headers().origin)
    })
    const send = async () => {
      await visitor.goto(pathToFileURL(file).href)
      await visitor.getByLabel('Name').fill('Ada Lovelace')
      await visitor.getByLabel('E-mail').fill('ada@example.com')
      await visitor.getByLabel('Message').fill('Please call me.\nIt is about the engine.')
      await visitor.getByRole('button', { name: 'Send', exact: true }).click()
      await visitor.getByRole('heading', { name: 'Thank you', exact: true }).waitFor()
    }
    const label = 'Please call me. It is about the engine.'
    await send()
    await eventually(() => cardsIn(page, 'No lane'), 5_000).toEqual([label])
    await send()
    expect(origins).toEqual(['null', 'null'])
    const [form] = (await web.service.client.forms.list()).forms.filter(
      ({ project_id }) => project_id === scene.projectId,
    )
    const submissions = await all(web.service.client.submissions.list(form?.id ?? ''))
    expect(submissions.map(({ outcome }) => outcome)).toEqual(['duplicate', 'created'])
    expect(await scene.labels()).toEqual([label])
    const { description } = await scene.taskOf(label)
    expect(description).toContain('name: Ada Lovelace')
    expect(description).toContain('email: ada@example.com')
    expect(description).not.toContain('leave_empty')
    await context.close()
  })

  it('takes a program that fills in every field for spam', async () => {
    const scene = await web.scene('Spammed')
    const { page } = await web.visit(`#/projects/${scene.projectId}/forms`)
    await page.getByRole('button', { name: 'New form', exact: true }).click()
    await page.getByRole('textbox', { name: 'Name of the new form', exact: true }).fill('Contact')
    await page.getByRole('button', { name: 'Create form', exact: true }).click()
    await page.getByRole('link', { name: 'Skip', exact: true }).click()
    const html = (await page.getByRole('region', { name: /Save it as a file/ }).textContent()) ?? ''
    const names = [...html.matchAll(/name="(\w+)"/g)].map(([, name = '']) => name)
    const [, url = ''] = /action="([^"]+)"/.exec(html) ?? []
    const body = new URLSearchParams(names.map((name) => [name, 'buy now']))
    expect((await fetch(url, { method: 'POST', body })).status).toBe(200)
    await page.getByRole('listitem').getByText('Spam', { exact: true }).waitFor()
    expect(await scene.labels()).toEqual([])
  })
})

it('the HTML form and the curl line have the fields that the mapping names', async () => {
  const scene = await web.scene('Mapped')
  const { page } = await web.visit(`#/projects/${scene.projectId}/forms`)
  await page.getByRole('button', { name: 'New form', exact: true }).click()
  await page.getByRole('textbox', { name: 'Name of the new form', exact: true }).fill('Contact')
  await page.getByRole('button', { name: 'Create form', exact: true }).click()
  const template = (name: string) => page.getByRole('textbox', { name, exact: true })
  await template('Label').fill('{{ subject |default:Nothing}} ({{name}})')
  await template('Description').fill('{{how-many}} of them\n\n{{all}}\n{{/from/city}}')
  await page.getByRole('button', { name: 'Save mapping', exact: true }).click()
  const text = (await page.getByRole('region', { name: /Save it as a file/ }).textContent()) ?? ''
  const file = join(newTempFolder(), 'mapped.html')
  await writeFile(file, text)
  const visitor = await visitors.newPage()
  await visitor.goto(pathToFileURL(file).href)
  // what no template names stands in {{all}}
  for (const [label, value] of [
    ['subject', 'Boats'],
    ['Name', 'Ada'],
    ['how-many', 'Two'],
    ['E-mail', 'ada@example.com'],
    ['Message', 'Please call me.'],
  ] as const)
    await visitor.getByLabel(label, { exact: true }).fill(value)
  expect(await visitor.getByRole('textbox').count()).toBe(5)
  await visitor.getByRole('button', { name: 'Send', exact: true }).click()
  await visitor.getByRole('heading', { name: 'Thank you', exact: true }).waitFor()
  await visitor.close()
  await eventually(() => scene.labels()).toEqual(['Boats (Ada)'])
  const { description } = await scene.taskOf('Boats (Ada)')
  expect(description).toMatch(/^Two of them/)
  expect(description).toContain('email: ada@example.com')
  await page.getByRole('button', { name: 'curl', exact: true }).click()
  const curl = await page.getByRole('region', { name: /Run it in a terminal/ }).textContent()
  expect(curl).toContain('{"subject": "…", "name": "Ada", "how-many": "…", "email": "ada@example.com", ')
})
