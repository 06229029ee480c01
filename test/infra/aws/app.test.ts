import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newTempFolder } from '../../harness/temp-folder.ts'
import { functionIds } from '../../../functions/index.ts'
import { everything } from './synthesize.ts'
import { compileCache } from '../../support/compile-cache.ts'

const root = resolve(import.meta.dirname, '../../..')
const out = newTempFolder()

/** Runs the command of cdk.json as the CDK does, on a machine without AWS settings. */
function synth(context: object): Promise<{ exitCode: number; stderr: string }> {
  const { app } = JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8')) as { app: string }
  const [node = '', ...args] = app.split(' ')
  const env = {
    PATH: join(root, 'node_modules/.bin'),
    HOME: out,
    ...compileCache,
    CDK_OUTDIR: out,
    CDK_CONTEXT_JSON: JSON.stringify(context),
  }
  return new Promise((done) => {
    execFile(join(root, 'node_modules/.bin', node), args, { cwd: root, env }, (error, _, stderr) => {
      done({ exitCode: error ? Number(error.code) : 0, stderr })
    })
  })
}

describe('infra/aws/app.ts', () => {
  it('synthesizes without credentials or region, with the web interface, one bundle per function and no source map', async () => {
    // without an address, a warning; the canary is none of the functions whose bundles .ci/assemblies compares
    const settings = {
      ...{ stageName: 'staging', alarmEmail: 'ops@example.com' },
      canaryTokenParameter: everything.canaryTokenParameter,
    }
    expect(await synth(settings)).toEqual({ exitCode: 0, stderr: '' })
    expect(readdirSync(out)).toContain('TasksApi-staging.template.json')
    const folders = readdirSync(out, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    const contents = folders.map(({ name }) => readdirSync(join(out, name)).join())
    expect(contents.filter((names) => names.includes('index.mjs'))).toEqual(
      Array(functionIds.length).fill('index.mjs'),
    )
    expect(contents).toEqual(
      expect.arrayContaining(['index.html', 'assets', 'docs', 'docs,llms.txt', 'canary.mjs']),
    )
  }, 300_000) // it also builds the documentation

  it('ends with 1 and names the key when a setting is wrong', async () => {
    expect(await synth({ throttleRate: 'fast' })).toEqual({
      exitCode: 1,
      stderr: expect.stringContaining('throttleRate must be a whole number') as unknown,
    })
  }, 120_000)
})
