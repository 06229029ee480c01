import { execFile } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { newTempFolder } from './harness/temp-folder.ts'
import { testPort } from './support/api.ts'
import { pathWithCurl } from './support/curl.ts'
import {
  comparable,
  fileOf,
  languages,
  linesOf,
  stepsOf,
  withoutChance,
  type Language,
  type Step,
} from './support/samples.ts'
import { newTenant, type TestTenant } from './support/tenant.ts'

/** In the order in which their examples build on each other. */
const documents = [
  'README.md',
  'docs/guide.md',
  'docs/how-to/tasks.md',
  'docs/how-to/export-and-trash.md',
  'docs/how-to/order-and-subtasks.md',
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
  'docs/how-to/calendar.md',
  'docs/how-to/rules.md',
  'docs/how-to/rule-examples.md',
]

/** How many of these, from the first, show the same answers again: later ones take names that an account has once. */
const repeatable = 6

const examples = documents.flatMap(stepsOf)

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

/** How a program is run in each language, and the file that it is saved as. */
const programs = {
  TypeScript: { run: `'${process.execPath}'`, file: 'sample.ts' },
  Python: { run: 'python3', file: 'sample.py' },
}

/** What a reader of a language pastes: a program, where there is one, and the variables that later lines of curl need. */
function pastedOf({ samples }: Step, language: Language): string {
  const { curl = '' } = samples
  const program = language === 'curl' ? undefined : samples[language]
  if (language === 'curl' || program === undefined) return curl
  const { run, file } = programs[language]
  const name = fileOf(program)
  const save = `cat > .data/${name ?? file} <<'END OF SAMPLE'\n${program}END OF SAMPLE`
  const variables = curl.match(/^[A-Z_]+=.*[^\\]$/gm) ?? []
  return [save, ...(name === undefined ? [`${run} .data/${file} || echo failed`] : []), ...variables].join(
    '\n',
  )
}

/** Expects the answer that a page shows. A program may print more of it, or only values that are in it. */
function expectShown(output: string, shown: string | undefined, isProgram: boolean): void {
  if (shown === undefined) expect(withoutChance(output)).toHaveProperty('task')
  else if (isProgram && output.startsWith('{'))
    expect(withoutChance(output)).toMatchObject(Object(withoutChance(shown)))
  else if (isProgram && output === '') expect(shown).toMatch(/"(?:tasks|runs)": \[\]/)
  else if (isProgram) for (const line of linesOf(output)) expect(shown).toContain(line)
  else {
    const [answered, expected] = comparable(output, shown)
    expect(answered).toEqual(expected)
  }
}

describe('the README and the pages of the documentation', () => {
  it.each(languages)('show the answers that a reader who takes %s gets', async (language) => {
    const tenant = await newTenant()
    // a reader may paste the line that npm start prints before these, and go through the first pages again
    await tenant.createTask({ label: 'Try the Tasks API' })
    const cwd = folderOf(tenant)
    for (const name of ['client', 'package.json']) symlinkSync(resolve(name), join(cwd, name))
    const env = { ...process.env, PATH: pathWithCurl() }

    const again = language === 'curl' ? documents.slice(0, repeatable).flatMap(stepsOf) : []
    const steps = [...examples, ...again]
    const printed = await paste(
      steps.map((step) => pastedOf(step, language)),
      { cwd, env },
    )

    expect(printed).toHaveLength(steps.length)
    for (const [index, { samples, shown }] of steps.entries()) {
      const output = printed[index] ?? ''
      const program = language === 'curl' ? undefined : samples[language]
      const isSilent = program === undefined ? !samples.curl?.includes('curl') : fileOf(program) !== undefined
      if (isSilent) expect(output).toBe('')
      else expectShown(output, shown, program !== undefined)
    }
    expect(steps.filter(({ samples }) => samples[language] !== undefined).length).toBeGreaterThanOrEqual(30)
  })

  it('have no other examples: each page of the documentation with curl is run', () => {
    const pages = globSync('docs/{guide,fields,concepts/*,how-to/*}.md').filter(
      (path) => stepsOf(path).length > 0,
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
