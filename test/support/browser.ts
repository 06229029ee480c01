import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { chromium, type Browser } from 'playwright-core'

const { version } = JSON.parse(readFileSync('node_modules/@sparticuz/chromium/package.json', 'utf8')) as {
  version: string // npm's own field
}
// not in the temporary folder: another user could have put a program of his own there
const cache = resolve('node_modules/.cache')
const home = join(cache, `chromium-${version}`)

/** The package names folders of Lambda; these are ours. A page looks the same on each machine, whatever its fonts. */
const fontsConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${home}/fonts/fonts</dir><cachedir>${home}/fonts-cache</cachedir></fontconfig>
`

/** Unpacks Chromium with all that it needs beside the C library, unless an earlier run has. */
async function unpackChromium(): Promise<void> {
  if (existsSync(home)) return
  await mkdir(cache, { recursive: true })
  const draft = await mkdtemp(join(cache, 'chromium-draft-'))
  try {
    // the package unpacks to TMPDIR, and its shared libraries only where it believes to be on Lambda
    const env = { PATH: process.env.PATH, TMPDIR: draft, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' }
    const script = `await (await import('@sparticuz/chromium')).default.executablePath()`
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], { env })
    await writeFile(join(draft, 'fonts', 'fonts.conf'), fontsConfiguration)
    await rename(draft, home).catch((error: unknown) => {
      if (!existsSync(home)) throw error // else another process was faster
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** Where Chromium is, and what its process needs to know. */
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

/** Starts a Chromium that knows no host but this machine. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    ...(await findChromium()),
    // beside what playwright passes: --no-sandbox (we may be root), no background networking, no updates, no sync
    args: [
      '--disable-quic',
      '--disable-domain-reliability',
      '--no-pings',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
      '--font-render-hinting=none',
    ],
    timeout: 60_000,
  })
}
