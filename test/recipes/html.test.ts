import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import type { IncomingRequest } from '../../lib/forms/read-body.ts'
import { receive } from '../../lib/forms/receive.ts'
import { sharedBrowser } from '../support/browser.ts'
import { blocksOf, expectShownTask, mappingOf, recipeOf } from './recipe.ts'

interface Received extends IncomingRequest {
  method: string | undefined
}

const nowMs = Date.parse('2026-11-21T14:03:27Z')
const example = mappingOf('html')
const [formHtml = '', scriptHtml = ''] = blocksOf(recipeOf('html'), 'html')

let browser: Browser
let servers: Server[]
/** The origins of the page and of the API: two, as in life, so that the browser applies its rules for that. */
let website: string
let api: string
let html: string
let received: Received[]
let status: number

async function serve(handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(handle)
  servers.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // listening on TCP
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Takes what the browser sends, and answers as POST /hooks/{key} is declared to. */
async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks = await request.toArray()
  // node:http never repeats these headers as a list
  const headers = request.headers as Received['headers']
  received.push({ method: request.method, headers, bytes: Buffer.concat(chunks as Buffer[]) })
  response.setHeader('Access-Control-Allow-Origin', '*')
  if (status === 200 && headers.accept?.includes('text/html')) {
    response.writeHead(303, { Location: `${website}/thanks` }).end()
  } else {
    response.writeHead(status, { 'Content-Type': 'application/json' }).end('{}')
  }
}

beforeAll(async () => {
  servers = []
  browser = await sharedBrowser()
  website = await serve((request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.end(request.url === '/' ? html : '<h1>Thanks</h1>')
  })
  api = await serve((request, response) => void take(request, response))
}, 120_000)

afterAll(() => {
  for (const server of servers) server.close().closeAllConnections()
})

/** Opens a page with the recipe's snippets in a new profile, and fills in the form as a person does. */
async function fillIn(snippets: string, javaScriptEnabled: boolean): Promise<Page> {
  received = []
  status = 200
  html = `<!doctype html><title>Contact</title>${snippets.replace('PASTE THE URL OF THE FORM HERE', `${api}/v1/hooks/hk_x`)}`
  const context = await browser.newContext({ javaScriptEnabled })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await page.goto(`${website}/`)
  await page.getByLabel('Name').fill('Ada')
  await page.getByLabel('E-mail').fill('ada@example.com')
  await page.getByLabel('Topic').selectOption('Complaint')
  await page.getByLabel('Message').fill('The door\ndoes not open.')
  return page
}

const send = (page: Page) => page.getByRole('button', { name: 'Send' }).click()

/** The one request that has arrived: the browser has not asked for permission first. */
function onlyOne(): Received {
  const [first, ...others] = received
  if (first?.method !== 'POST' || others.length > 0) throw new Error('not one POST')
  return first
}

it('the form becomes the task of the recipe without JavaScript, and leads to the page of thanks', async () => {
  const page = await fillIn(formHtml + scriptHtml, false)
  await send(page)
  await page.waitForURL(`${website}/thanks`)
  const sent = onlyOne()
  expect(Buffer.from(sent.bytes).toString()).toBe(
    blocksOf(recipeOf('html'), 'text')
      .find((block) => block.includes('name=Ada'))
      ?.trim(),
  )
  const rules = { ...example.rules, allowedOrigins: [website] }
  expectShownTask(await receive(rules, sent, nowMs), example)
  await page.context().close()
})

it('the script sends the same in the page, and empties the form', async () => {
  const page = await fillIn(formHtml + scriptHtml, true)
  await send(page)
  await page.getByText('Thank you. Your message was received.').waitFor()
  expect(page.url()).toBe(`${website}/`)
  expect(await page.getByLabel('Name').inputValue()).toBe('')
  const rules = { ...example.rules, allowedOrigins: [website] }
  expectShownTask(await receive(rules, onlyOne(), nowMs), example)
  await page.context().close()
})

it('the script keeps the entries when the API is busy, and sends them at the next try', async () => {
  const page = await fillIn(formHtml + scriptHtml, true)
  status = 503
  await send(page)
  await page.getByText('Your message was not sent.').waitFor()
  expect(await page.getByLabel('Message').inputValue()).toBe('The door\ndoes not open.')
  status = 200
  await send(page)
  await page.getByText('Thank you. Your message was received.').waitFor()
  expect(received).toHaveLength(2)
  await page.context().close()
})

it('the trap is out of sight and reach of people; a program that fills it in is spam', async () => {
  const page = await fillIn(formHtml, false)
  expect(await page.getByRole('textbox', { name: 'Leave this empty' }).count()).toBe(0)
  const trap = page.getByLabel('Leave this empty')
  const box = await trap.boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(0)
  await trap.fill('https://example.com')
  await send(page)
  await page.waitForURL(`${website}/thanks`)
  expect(await receive(example.rules, onlyOne(), nowMs)).toMatchObject({ outcome: 'spam' })
  await page.context().close()
})
