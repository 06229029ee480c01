import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { commandLine, runCommandLine } from '../../infra/command-line.ts'
import { launchBrowser } from '../support/browser.ts'
import { account } from '../support/header.ts'
import { setStage, type Stage } from '../support/stage.ts'
import type { View } from '../support/view.ts'
import { views } from '../support/views.ts'
import { startWebService } from '../support/web-service.ts'

const sizes = {
  light: { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  dark: { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
  small: { viewport: { width: 360, height: 740 }, colorScheme: 'light' },
} as const

async function take(browser: Browser, stage: Stage, view: View, out: string): Promise<void> {
  const { origin, demo } = stage.service
  for (const [size, options] of Object.entries(sizes)) {
    const context = await browser.newContext({ ...options, locale: 'en-GB', reducedMotion: 'reduce' })
    const page = await context.newPage()
    const token = view.token ? view.token(stage) : demo.token
    await page.goto(token === null ? origin : `${origin}/#token=${token}`)
    if (token !== null) {
      await account(page).waitFor()
      await page.evaluate(`location.hash = ${JSON.stringify(view.hash(stage))}`)
    }
    await view.show(page, stage)
    await page.screenshot({ path: join(out, `${view.name}-${size}.png`) })
    await context.close()
  }
}

async function takeAll({ out, only }: { out: string; only?: string }): Promise<void> {
  const wanted = only?.split(',') ?? views.map(({ name }) => name)
  const unknown = wanted.filter((name) => !views.some((view) => view.name === name))
  if (unknown.length > 0) throw new Error(`There is no view ${unknown.join(', ')}.`)
  await mkdir(out, { recursive: true })
  const [service, browser] = await Promise.all([startWebService(), launchBrowser()])
  try {
    const stage = await setStage(service)
    for (const view of views.filter(({ name }) => wanted.includes(name))) {
      await take(browser, stage, view, out)
      console.log(view.name)
    }
  } finally {
    await Promise.all([service.stop(), browser.close()])
  }
}

const program = commandLine('npm run web:screenshots --', 'Take pictures of the web interface.')
  .option('--out <folder>', 'where to', 'docs/images')
  .option('--only <list>', 'only these views, such as board,task')
  .action(takeAll)

await runCommandLine(program, 'web:screenshots')
