import { execFile } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { newTempFolder } from './harness/temp-folder.ts'
import { testPort } from './support/api.ts'
import { pathWithCurl } from './support/curl.ts'
import { comparable, withoutChance } from './support/samples.ts'
import { newTenant, type TestTenant } from './support/tenant.ts'

/** A block of shell that calls the service, and the answer that the document shows for it, if any. */
interface Example {
  shell: string
  shown: string | undefined
}

/** The examples of a file: the blocks that contain curl, or read demo.json for it. */
const examplesOf = (path: string): Example[] =>
  [...readFileSync(path, 'utf8').matchAll(/```sh\n([^]*?)```((?:(?!```sh)[^])*)/g)]
    .map(([, shell = '', rest = '']) => ({ shell, shown: /```(?:json)?\n([^]*?)```/.exec(rest)?.[1] }))
    .filter(({ shell }) => /curl|demo\.json/.test(shell))

/** In the order in which their examples build on each other. */
const documents = [
  'README.md',
  'docs/guide.md',
  'docs/how-to/tasks.md',
  'docs/how-to/projects.md',
  'docs/how-to/import.md',
  'docs/concepts/repeats.md',
  'docs/concepts/versions.md',
  'docs/concepts/dry-run.md',
  'docs/how-to/bulk.md',
  'docs/concepts/change-feed.md',
  'docs/how-to/forms.md',
  'docs/concepts/webhooks.md',
  'docs/concepts/authentication.md',
  'docs/concepts/members.md',
  'docs/concepts/rate-limits.md',
  'docs/concepts/errors.md',
  'docs/fields.md',
]

/** How many of these, from the first, show the same answers again: later ones take names that an account has once. */
const repeatable = 4

const examples = documents.flatMap(examplesOf)

const endOfBlock = '--- end of block ---\n'

/** Runs the blocks in one shell, as a reader pastes them; returns the output of each. */
async function paste(blocks: string[], options: { cwd: string; env: NodeJS.ProcessEnv }): Promise<string[]> {
  const script = blocks.map((shell) => `${shell}\nprintf '%s' '${endOfBlock}'\n`).join('')
  const { stdout } = await promisify(execFile)('/bin/sh', ['-c', script], options)
  return stdout.split(endOfBlock).slice(0, -1)
}

// as `npm start` on this machine alone sets it
process.env.WEBHOOK_ALLOWED_NETWORKS = '127.0.0.1/32,::1/128'
process.env.LOOPBACK_ORIGIN = 'http://localhost:3000'

/** Makes a folder with a demo account, as `npm start` does. */
function folderOf({ token, projectId }: TestTenant): string {
  const cwd = newTempFolder()
  mkdirSync(join(cwd, '.data'))
  const demo = { base_url: `http://127.0.0.1:${testPort}/v1`, token, project_id: projectId }
  writeFileSync(join(cwd, '.data', 'demo.json'), JSON.stringify(demo))
  return cwd
}

describe('the README and the pages of the documentation', () => {
  it('show the answers that their curl lines get', async () => {
    const tenant = await newTenant()
    // a reader may paste the line that npm start prints before these, and go through the first pages again
    await tenant.createTask({ label: 'Try the Tasks API' })
    const cwd = folderOf(tenant)
    const env = { ...process.env, PATH: pathWithCurl() }

    const pasted = [...examples, ...documents.slice(0, repeatable).flatMap(examplesOf)]
    const printed = await paste(
      pasted.map(({ shell }) => shell),
      { cwd, env },
    )

    expect(printed).toHaveLength(pasted.length)
    for (const [index, { shell, shown }] of pasted.entries()) {
      const output = printed[index] ?? ''
      if (!shell.includes('curl')) expect(output).toBe('')
      else if (shown === undefined) expect(withoutChance(output)).toHaveProperty('task')
      else {
        const [answered, expected] = comparable(output, shown)
        expect(answered).toEqual(expected)
      }
    }
    expect(examples.length).toBeGreaterThanOrEqual(30)
  })

  it('have no other examples: each page of the documentation with curl is run', () => {
    const pages = globSync('docs/{guide,fields,concepts/*,how-to/*}.md').filter(
      (path) => examplesOf(path).length > 0,
    )
    expect(pages.filter((path) => !documents.includes(path))).toEqual([])
  })

  it('have a program in TypeScript that makes a task', async () => {
    const [, program = ''] = /```ts\n([^]*?)```/.exec(readFileSync('README.md', 'utf8')) ?? []
    const tenant = await newTenant()
    const cwd = folderOf(tenant)
    symlinkSync(resolve('client'), join(cwd, 'client'))
    writeFileSync(join(cwd, 'first-task.ts'), program)
    const { stdout } = await promisify(execFile)(process.execPath, ['first-task.ts'], { cwd })
    const { body } = await tenant.send('GET', `/projects/${tenant.projectId}/tasks`)
    const { tasks } = body as { tasks: { id: string; label: string }[] } // the answer of this list
    expect(tasks.map(({ id, label }) => `${label}: ${id}\n`)).toEqual([stdout])
    expect(stdout).toMatch(/^Call Grace: /)
  })
})
