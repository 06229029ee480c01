import { execFile } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, posix, resolve } from 'node:path'
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

/** What each page needs, and says so above its first sample. */
const guide = 'docs/guide.md'
const preparation = stepsOf(guide)

/** The pages with samples. Each is run by itself, in an account of its own. */
const pages = globSync('docs/{fields,concepts/*,how-to/*}.md')
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => stepsOf(path).length > 0)
  .sort()

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
  const cases = ['README.md', ...pages].flatMap((page) => languages.map((language) => ({ page, language })))

  it.each(cases)(
    '$page: shows the answers that a reader who takes $language gets',
    async ({ page, language }) => {
      const tenant = await newTenant()
      // a reader may paste the line that npm start prints before these
      await tenant.createTask({ label: 'Try the Tasks API' })
      const cwd = folderOf(tenant)
      for (const name of ['client', 'package.json']) symlinkSync(resolve(name), join(cwd, name))
      const env = { ...process.env, PATH: pathWithCurl() }

      const before = page === 'README.md' ? [] : preparation
      const steps = stepsOf(page)
      const printed = await paste(
        [...before, ...steps].map((step) => pastedOf(step, language)),
        { cwd, env },
      )

      expect(printed).toHaveLength(before.length + steps.length)
      expect(printed.splice(0, before.length).join('')).toBe('')
      for (const [index, { samples, shown }] of steps.entries()) {
        const output = printed[index] ?? ''
        const program = language === 'curl' ? undefined : samples[language]
        const isSilent =
          program === undefined ? !samples.curl?.includes('curl') : fileOf(program) !== undefined
        if (isSilent) expect(output).toBe('')
        else expectShown(output, shown, program !== undefined)
      }
    },
  )

  it('are found, with what each needs', () => {
    expect(pages).toEqual(expect.arrayContaining(['docs/fields.md', 'docs/how-to/tasks.md']))
    expect(preparation.map(({ samples }) => Object.keys(samples))).toEqual([
      ['curl'],
      ['TypeScript', 'Python'],
    ])
  })

  it.each(pages)('%s: says above its first sample where the variables and the file come from', (page) => {
    const [before = ''] = readFileSync(page, 'utf8').split(/^(?:::: code-group|```sh)\n/m)
    const link = posix.relative(dirname(page), guide)
    expect(before).toContain(
      `\n\`$URL\`, \`$AUTH\`, \`$PROJECT\` and the file that programs import come from [the guide](${link}#prepare).`,
    )
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
