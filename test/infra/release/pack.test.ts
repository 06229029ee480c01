import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, it } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }
import { newTempFolder } from '../../harness/temp-folder.ts'
import { compileCache } from '../../support/compile-cache.ts'
import { combinations } from '../aws/combinations.ts'
import { templatesFor } from '../aws/synthesize.ts'
import { write } from '../web-assets/project.ts'

const root = resolve(import.meta.dirname, '../../..')
const out = newTempFolder()
const name = `tasks-api-aws-${manifest.version}`
/** The archive, unpacked beside nothing. */
const unpacked = join(newTempFolder(), name)
const env = {
  ...compileCache,
  PATH: `${dirname(process.execPath)}:${String(process.env.PATH)}`,
  HOME: out,
  npm_config_update_notifier: 'false',
  CDK_DISABLE_CLI_TELEMETRY: 'true',
}
const run = (file: string, args: string[], cwd = unpacked) => promisify(execFile)(file, args, { cwd, env })

const json = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as unknown

interface Lock {
  packages: Record<string, { version: string; integrity: string; dependencies?: Record<string, string> }>
}

beforeAll(async () => {
  await run(process.execPath, [join(root, 'infra/release/pack.ts'), out], root)
  await run('tar', ['-xzf', join(out, `${name}.tar.gz`), '-C', dirname(unpacked)], root)
}, 400_000) // it also builds the documentation

it('the archive has what is deployed, and locks its packages as the project does', async () => {
  expect(readdirSync(join(unpacked, 'dist')).sort()).toEqual(['canary', 'docs', 'functions', 'web'])
  const lock = json(join(unpacked, 'package-lock.json')) as Lock
  const own = json(join(root, 'package-lock.json')) as Lock
  const { '': self, ...packages } = lock.packages
  const { dependencies } = json(join(unpacked, 'package.json')) as { dependencies: Record<string, string> }
  expect(self?.dependencies).toEqual(dependencies)
  for (const one of Object.keys(dependencies)) expect(Object.keys(packages)).toContain(`node_modules/${one}`)
  for (const [path, { version, integrity }] of Object.entries(packages))
    expect({ path, version, integrity }).toEqual({
      path,
      version: own.packages[path]?.version,
      integrity: own.packages[path]?.integrity,
    })
  // fails if the lock file does not fit package.json
  await run('npm', ['ci', '--dry-run', '--offline', '--ignore-scripts', '--no-audit'])
})

it('unpacked without the repository, it synthesizes a stage of its file as the repository does, and builds nothing', async () => {
  const { dependencies } = json(join(unpacked, 'package.json')) as { dependencies: Record<string, string> }
  // what npm ci installs, and nothing else
  mkdirSync(join(unpacked, 'node_modules'))
  for (const one of Object.keys(dependencies))
    symlinkSync(join(root, 'node_modules', one), join(unpacked, 'node_modules', one))
  const { stageName, ...settings } = combinations['other numbers'] ?? {}
  write(unpacked, { [`infra/stages/${String(stageName)}.json`]: JSON.stringify(settings) })
  const cdk = join(unpacked, 'node_modules/aws-cdk/bin/cdk')
  await run(process.execPath, [
    ...[
      cdk,
      'synth',
      '--quiet',
      '--no-notices',
      '--no-path-metadata',
      '--no-asset-metadata',
      '--context',
      `stageName=${String(stageName)}`,
    ],
  ])
  // asset hashes, and the ids of versions, follow the code
  const shown = (template: unknown) => JSON.stringify(template).replaceAll(/[0-9a-f]{32,64}/g, '#')
  const assembly = join(unpacked, 'cdk.out')
  const templates = readdirSync(assembly).filter((file) => file.endsWith('.template.json'))
  const { main, nested } = templatesFor(combinations['other numbers'])
  expect(templates.map((file) => shown(json(join(assembly, file)))).sort()).toEqual(
    [main, ...Object.values(nested)].map(shown).sort(),
  )
})

it('the operator’s command line and the test of a stage run in it', async () => {
  const list = [
    'run',
    '--silent',
    'admin',
    '--',
    'account',
    'list',
    '--table',
    'tasks',
    '--region',
    'eu-west-1',
  ]
  await expect(run('npm', list)).rejects.toMatchObject({
    stderr: expect.stringContaining('There are no AWS credentials') as unknown,
  })
  const { stdout } = await run('npm', ['run', '--silent', 'smoke', '--', '--help'])
  expect(stdout).toContain('--base-url <url>')
})
