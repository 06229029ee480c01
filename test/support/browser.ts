import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { chromium, type Browser } from 'playwright-core'

const { version } = JSON.parse(readFileSync('node_modules/@sparticuz/chromium/package.json', 'utf8')) as {
  version: string // npm's own field
}
// not in the temporary folder, where another user could have put another program
const cache = resolve('node_modules/.cache')
const home = join(cache, `chromium-${version}`)

/** The package's font settings name Lambda's folders; these name local ones. A page looks the same on every machine. */
const fontsConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${home}/fonts/fonts</dir><cachedir>${home}/fonts-cache</cachedir></fontconfig>
`

/** Unpacks Chromium with everything it needs except the C library, unless an earlier run has done it. */
async function unpackChromium(): Promise<void> {
  if (existsSync(home)) return
  await mkdir(cache, { recursive: true })
  const draft = await mkdtemp(join(cache, 'chromium-draft-'))
  try {
    // the package unpacks to TMPDIR, and unpacks its shared libraries only if it detects Lambda
    const env = { PATH: process.env.PATH, TMPDIR: draft, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' }
    const script = `await (await import('@sparticuz/chromium')).default.executablePath()`
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], { env })
    await writeFile(join(draft, 'fonts', 'fonts.conf'), fontsConfiguration)
    await rename(draft, home).catch((error: unknown) => {
      if (!existsSync(home)) throw error // otherwise another process was faster
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** Returns the path of Chromium, and the environment variables of its process. */
async function findChromium(): Promise<{ executablePath: string; env: NodeJS.ProcessEnv }> {
  const { PATH, HOME, CHROMIUM_PATH } = process.env
  if (CHROMIUM_PATH) return { executablePath: CHROMIUM_PATH, env: { PATH, HOME } }
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('The Chromium of the package is for Linux on x64: set CHROMIUM_PATH to one of yours.')
  }
  await unpackChromium()
  const libraries = { LD_LIBRARY_PATH: join(home, 'al2023', 'lib'), FONTCONFIG_PATH: join(home, 'fonts') }
  return { executablePath: join(home, 'chromium'), env: { PATH, HOME: home, ...libraries } }
}

const maxStarts = 3

/** Starts a Chromium that can reach only this machine. One that crashes while it starts, which happens, is started again. */
export async function launchBrowser(starts = 1): Promise<Browser> {
  const starting = chromium.launch({
    ...(await findChromium()),
    // playwright already passes --no-sandbox (needed for root), and turns off background networking, updates and sync
    args: [
      '--disable-quic',
      '--disable-domain-reliability',
      '--no-pings',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
      '--font-render-hinting=none',
      '--renderer-process-limit=1', // pages of a profile share their process
      '--disable-gpu', // with the next it took 0.94 of the processor of six files
      '--in-process-gpu',
    ],
    timeout: 60_000,
  })
  return starting.catch((error: unknown) => {
    if (starts < maxStarts && String(error).includes('signal=SIG')) return launchBrowser(starts + 1)
    throw error
  })
}

let shared: Promise<Browser> | undefined

const forget = () => {
  shared = undefined
}

/**
 * The Chromium of this worker, which all its files use, each in profiles of its own: to start one takes some seconds of the
 * processor. It ends with the worker. If it has crashed, the next file gets another.
 */
export const sharedBrowser = (): Promise<Browser> =>
  (shared ??= launchBrowser().then(
    (browser) => browser.on('disconnected', forget),
    (error: unknown) => {
      forget()
      throw error
    },
  ))
