import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import cdkJson from '../../cdk.json' with { type: 'json' }
import manifest from '../../package.json' with { type: 'json' }
import { bundleCanary } from '../bundle/canary.ts'
import { commandLine, runCommandLine } from '../command-line.ts'
import { builtDocs, builtFunctions, builtWeb } from '../web-assets/built.ts'
import { bundlePrograms } from './programs.ts'

const root = resolve(import.meta.dirname, '../..')

/** The packages that a machine needs to deploy: the CDK's command line and library, and the check of what is made. */
const installed = ['aws-cdk', 'aws-cdk-lib', 'cdk-nag', 'constructs']

/** The name of the folder, and with `.tar.gz` of the archive. */
const name = `tasks-api-aws-${manifest.version}`

/** The packages with these very versions, and those that they need, as in the project's own lock file. */
function writePackages(folder: string): void {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string }>
  } // npm's own format
  const dependencies = Object.fromEntries(
    installed.map((one) => [one, String(lock.packages[`node_modules/${one}`]?.version)]),
  )
  const { version, license } = manifest
  const scripts = { admin: 'node infra/admin/main.mjs', smoke: 'node infra/smoke/main.mjs' }
  const own = { name: 'tasks-api-aws', version, private: true, license, type: 'module' }
  const engines = { node: '>=24' }
  writeFileSync(
    join(folder, 'package.json'),
    `${JSON.stringify({ ...own, engines, scripts, dependencies }, null, 2)}\n`,
  )
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
  // takes out of the lock file what these packages do not need
  const options = ['--package-lock-only', '--ignore-scripts', '--offline', '--no-audit', '--no-fund']
  execFileSync('npm', ['install', ...options], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** Puts into a folder what `npx cdk deploy` needs there: nothing is built any more, and every setting can still be chosen. */
async function fill(folder: string): Promise<void> {
  const dist = join(folder, 'dist')
  cpSync(await builtFunctions(), join(dist, 'functions'), { recursive: true })
  rmSync(join(dist, 'functions/maps'), { recursive: true }) // larger than all others, and never deployed
  await bundleCanary(join(dist, 'canary'))
  cpSync(await builtWeb(), join(dist, 'web'), { recursive: true })
  cpSync(await builtDocs(), join(dist, 'docs'), { recursive: true })
  await bundlePrograms(folder, installed)
  const app = 'node infra/aws/app.mjs'
  writeFileSync(join(folder, 'cdk.json'), `${JSON.stringify({ ...cdkJson, app }, null, 2)}\n`)
  mkdirSync(join(folder, 'infra/stages'))
  writeFileSync(join(folder, 'infra/stages/production.json'), '{}\n')
  writeFileSync(join(folder, '.npmrc'), 'engine-strict=true\n') // npm refuses an older Node, in words
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  cpSync(join(import.meta.dirname, 'archive.md'), join(folder, 'README.md'))
  writePackages(folder)
}

/** Packs the archive of a release for AWS into a folder. The same commit makes the same bytes. */
async function pack(out: string): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), 'release-'))
  try {
    const folder = join(work, name)
    mkdirSync(folder)
    await fill(folder)
    mkdirSync(out, { recursive: true })
    const file = resolve(out, `${name}.tar.gz`)
    const same = [
      '--sort=name',
      '--mtime=@0',
      '--owner=0',
      '--group=0',
      '--numeric-owner',
      '--mode=u=rwX,go=rX',
    ]
    execFileSync('tar', [...same, '-czf', file, '-C', work, name])
    console.log(file)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

const program = commandLine(
  'npm run release:pack --',
  'Pack what deploys this version to AWS without the repository, as an archive.',
)
  .argument('<folder>', 'where to put the archive')
  .action(pack)

await runCommandLine(program, 'release')
