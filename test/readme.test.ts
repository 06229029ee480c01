import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { testPort } from './support/api.ts'
import { curlFolder } from './support/curl.ts'
import { newTenant } from './support/tenant.ts'

const readme = readFileSync('README.md', 'utf8')

/** The curl examples: each block of shell with a curl in it, and the answer shown for it, if any. */
const examples = [...readme.matchAll(/```sh\n((?:(?!```)[^])*?curl[^]*?)```((?:(?!```sh)[^])*)/g)].map(
  ([, shell = '', rest = '']) => ({ shell, shown: /```(?:json)?\n([^]*?)```/.exec(rest)?.[1] }),
)

const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim())

/** Ids, times and positions differ from run to run; their shape does not. */
const withoutChance = (json: string): unknown =>
  JSON.parse(
    json
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<uuid>')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]{12}Z/g, '<time>')
      .replace(/0\|[0-9a-z]{6}:[0-9a-z]+/g, '<position>'),
  )

describe('the README', () => {
  it('shows the answers that its curl lines get', async () => {
    const { token, projectId } = await newTenant()
    const PATH = `${curlFolder()}:${String(process.env.PATH)}`
    const env = {
      ...process.env,
      PATH,
      URL: `http://127.0.0.1:${testPort}/v1`,
      TOKEN: token,
      PROJECT: projectId,
    }
    const cwd = mkdtempSync(join(tmpdir(), 'tasks-readme-'))
    onTestFinished(() => {
      rmSync(cwd, { recursive: true })
    })
    mkdirSync(join(cwd, '.data')) // as `npm start` makes it
    let earlier = ''
    for (const { shell, shown } of examples) {
      // a block may use what an earlier one set
      const assignments = shell.split('\n').filter((line) => /^[A-Z]+=/.test(line))
      const { stdout } = await promisify(execFile)('/bin/sh', ['-c', earlier + shell], { env, cwd })
      earlier += assignments.map((line) => `${line}\n`).join('')
      if (shown === undefined) expect(withoutChance(stdout)).toHaveProperty('task')
      else if (shown.startsWith('{')) expect(withoutChance(stdout)).toEqual(withoutChance(shown))
      else expect(lines(stdout)).toEqual(lines(shown))
    }
    expect(examples.length).toBeGreaterThanOrEqual(11)
  })
})
