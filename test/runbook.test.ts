import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { newTempFolder } from './harness/temp-folder.ts'
import { listTokens } from '../lib/tokens/tokens.ts'
import { testEngine } from './infra/admin/cli.ts'
import { testPort } from './support/api.ts'
import { compileCache } from './support/compile-cache.ts'
import { pathWithCurl } from './support/curl.ts'
import { newTenant } from './support/tenant.ts'

const runbook = readFileSync('docs/runbook.md', 'utf8')

const sectionOf = (text: string, heading: string): string => {
  const [, section = ''] = text.split(`\n## ${heading}\n`)
  return section.split('\n## ')[0] ?? ''
}

/** The shell of a section, with the values for its placeholders, by the variables that they are for. */
const shellOf = (heading: string, values: Record<string, string> = {}): string =>
  [...sectionOf(runbook, heading).matchAll(/```sh\n([^]*?)```/g)]
    .map(([, shell = '']) =>
      shell.replace(/^(\w+)=<.+>$/gm, (line, name: string) => `${name}=${values[name] ?? line}`),
    )
    .join('')

/** Runs shell lines as a person does who follows the runbook. Fails if one of them fails. */
async function follow(shell: string, variables: Record<string, string>): Promise<string[]> {
  const env = {
    ...compileCache,
    ...testEngine,
    PATH: pathWithCurl(),
    URL: `http://127.0.0.1:${testPort}/v1`,
    ...variables,
  }
  const main = resolve('infra/admin/main.ts')
  const script = `set -e\nadmin() { '${process.execPath}' '${main}' "$@"; }\n${shell}`
  const { stdout } = await promisify(execFile)('/bin/bash', ['-c', script], { cwd: newTempFolder(), env })
  return stdout.split('\n').filter(Boolean)
}

const idOf = (answer: unknown) => Object.values(answer as Record<string, { id: string; url: string }>)[0] // the one thing in it

describe('the runbook', () => {
  it('names no command that does not exist', () => {
    const named = [...runbook.matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(([, name = '']) => name)
    expect(named).toContain('smoke')
    expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(named))
  })

  it('revokes a token that has leaked, and finds what it made and did', async () => {
    const tenant = await newTenant()
    const mine = await tenant.createTask({ label: 'Mine' })
    const leaked = await tenant.newToken(['read', 'write', 'delete', 'admin', 'hooks'])
    const send = async (method: string, path: string, body: object = {}) =>
      (await tenant.send(method, path, { token: leaked, body })).body
    const made = idOf(await send('POST', '/tasks', { projectId: tenant.projectId, label: 'Made by a thief' }))
    await tenant.send('DELETE', `/tasks/${mine.id}`, { token: leaked })
    const form = idOf(await send('POST', '/forms', { projectId: tenant.projectId, name: 'Trap' }))
    await send('POST', '/fields', { key: 'due', label: 'Due', type: 'date' })
    const calendar = idOf(await send('POST', '/calendars', { label: 'Spy', field: 'due' }))
    const backdoor = idOf(await send('POST', '/tokens', { name: 'Backdoor', scopes: ['read'] }))

    const output = await follow(shellOf('A token has leaked', { LEAKED: leaked }), {})

    expect(output.filter((line) => line.includes('Backdoor'))).toEqual([
      expect.stringContaining(String(backdoor?.id)),
    ])
    expect(output).toContainEqual(expect.stringMatching(new RegExp(`${String(form?.id)} Trap$`)))
    expect(output).toContainEqual(expect.stringMatching(new RegExp(`${String(calendar?.id)} Spy$`)))
    const did = output
      .filter((line) => /^\S+ (?:updated|deleted) /.test(line))
      .map((line) => line.replace(/^\S+ /, ''))
    expect(did).toEqual([`updated ${String(made?.id)}`, `deleted ${mine.id}`])
    const names = (await listTokens(tenant)).map(({ name }) => name)
    expect(names).toEqual(['Test', 'Backdoor', 'Inquiry']) // of the two tests' own tokens one is left
  })

  it('pauses a form that is flooded, takes its tasks away, slows an account and raises a quota', async () => {
    const tenant = await newTenant()
    const since = new Date().toISOString()
    const form = idOf(
      (await tenant.send('POST', '/forms', { body: { projectId: tenant.projectId, name: 'Open' } })).body,
    )
    for (let count = 0; count < 3; count++) {
      const body = JSON.stringify({ text: `Visit our casino ${count}` })
      const headers = { 'Content-Type': 'application/json' }
      const { pathname } = new URL(String(form?.url))
      await fetch(`http://127.0.0.1:${testPort}${pathname}`, { method: 'POST', headers, body })
    }
    await tenant.createTask({ label: 'Mine' })
    const values = { FORM: String(form?.id), SINCE: since, WORD: 'casino' }
    const headings = ['A form is flooded', 'One account sends too much', 'A quota is reached']
    const shell = headings.map((heading) => shellOf(heading, values)).join('')

    const output = await follow(shell, { TOKEN: tenant.token, ACCOUNT: tenant.accountId })

    expect(output.filter((line) => line.includes('casino'))).toHaveLength(3)
    expect(output).toContain('3') // deleted at once
    expect(await tenant.taskCount()).toBe(1)
    const stored = await tenant.send('GET', `/forms/${String(form?.id)}`)
    expect(stored.body).toMatchObject({ form: { paused: true } })
    const lines = output.join('\n')
    expect(lines).toMatch(/Requests\/min +300\n/)
    expect(lines).toMatch(/Task quota +20000\n/)
  })
})
