import { execFile } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { newTempFolder } from '../harness/temp-folder.ts'
import { testPort } from '../support/api.ts'
import { pathWithCurl } from '../support/curl.ts'
import { newTenant, type TestTenant } from '../support/tenant.ts'
import { blocksOf, recipeOf } from './recipe.ts'

const blocks = blocksOf(recipeOf('import'), 'sh')

/** What the lines of a recipe print, as a reader pastes them beside the files of the recipe. */
async function paste(shell: string, cwd: string, variables: Record<string, string>): Promise<string> {
  const env = { ...process.env, ...variables, PATH: pathWithCurl() }
  return (await promisify(execFile)('/bin/sh', ['-c', shell], { cwd, env })).stdout
}

it('the curl lines import a file of Todoist, of Trello, and a table; a board without its history too', async () => {
  const variablesOf = ({ token, projectId }: TestTenant) => ({
    URL: `http://127.0.0.1:${testPort}/v1`,
    PROJECT: projectId,
    AUTH: `Authorization: Bearer ${token}`,
    JSON: 'Content-Type: application/json',
  })
  const variables = variablesOf(await newTenant())
  const cwd = newTempFolder()
  for (const name of ['todoist.csv', 'trello.json', 'tasks.csv'])
    copyFileSync(join('test/fixtures/import', name), join(cwd, name))
  const [todoist = '', trello = '', withoutHistory = '', table = '', ...others] = blocks
  expect(others).toEqual([])
  const report = async (shell: string) => JSON.parse(await paste(shell, cwd, variables)) as unknown
  expect(await report(todoist)).toMatchObject({ created: 3, lanes_created: ['Weekly', 'Waiting'] })
  expect(await report(trello)).toMatchObject({ created: 3, lanes_created: ['To do', 'Doing', 'Done'] })
  expect(await paste(withoutHistory, cwd, variables)).toBe('')
  expect(await report(trello)).toMatchObject({ created: 0, duplicates: 3, failed: [] })
  expect(await report(table)).toMatchObject({ created: 2, lanes_created: ['This week'] })
  Object.assign(variables, variablesOf(await newTenant()))
  const withFields = (shell: string) => report(shell.replace(/format=\w+/, '$&&createFields=true'))
  const made = { created: 3, fields_created: ['due', 'priority', 'labels', 'assignee', 'deadline'] }
  expect(await withFields(todoist)).toMatchObject(made)
  expect(await withFields(trello)).toMatchObject({ created: 3, fields_created: [] })
  expect(await withFields(table)).toMatchObject({ created: 2, warnings: [] })
})
