import { execFile } from 'node:child_process'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { newTempFolder } from './harness/temp-folder.ts'
import { testPort } from './support/api.ts'
import { pathWithCurl } from './support/curl.ts'
import { newTenant } from './support/tenant.ts'

/** How a sample of a language is run: the program, and the name of the file that it takes. */
const programs = {
  curl: { program: '/bin/sh', file: 'sample.sh' },
  TypeScript: { program: process.execPath, file: 'sample.ts' },
  Python: { program: 'python3', file: 'sample.py' },
} as const

type Language = keyof typeof programs

/** The samples of a language on a page, in their order. */
const samplesOf = (path: string, language: Language) =>
  [...readFileSync(path, 'utf8').matchAll(/```\w+ \[(\w+)\]\n([^]*?)```/g)]
    .filter(([, label]) => label === language)
    .map(([, , text = '']) => text)

describe('the first page of the documentation', () => {
  it.each(['curl', 'TypeScript', 'Python'] as const)('makes and reads a task in %s', async (language) => {
    const { token, projectId, send } = await newTenant()
    const cwd = newTempFolder()
    symlinkSync(resolve('client'), join(cwd, 'client'))
    const env = {
      ...{ ...process.env, PATH: pathWithCurl() },
      ...{ URL: `http://127.0.0.1:${testPort}/v1`, TOKEN: token, PROJECT: projectId },
    }
    const { program, file } = programs[language]
    const printed: unknown[] = []
    for (const sample of samplesOf('docs/index.md', language)) {
      writeFileSync(join(cwd, file), sample)
      const { stdout } = await promisify(execFile)(program, [file], { cwd, env })
      printed.push(JSON.parse(stdout))
    }
    const { body } = await send('GET', `/projects/${projectId}/tasks`)
    const { tasks } = body as { tasks: { label: string }[] } // the answer of this list
    expect(tasks.map(({ label }) => label)).toEqual(['Call Ada'])
    expect(printed).toMatchObject([{ task: tasks[0] }, { tasks }])
    expect(printed).toHaveLength(2)
  })
})
