import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { alias } from '../infra/bundle/bundle.ts'

const { dependencies, overrides } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  dependencies: Record<string, string>
  overrides: Record<string, unknown>
} // npm's own fields
const [tables = ''] = readFileSync('docs/dependencies.md', 'utf8').split('## What they bring')
const rowsIn = (text: string) =>
  [...text.matchAll(/^\| `([^`]+)` +\| (.*)$/gm)].map(([, name = '', rest = '']) => ({
    name,
    rest,
  }))
const rows = rowsIn(tables)

it('docs/dependencies.md names exactly the dependencies', () => {
  expect([...new Set(rows.map(({ name }) => name))].sort()).toEqual(Object.keys(dependencies).sort())
})

it('docs/dependencies.md calls pinned what has an exact version', () => {
  const pinned = Object.keys(dependencies).filter((name) => /^\d/.test(dependencies[name] ?? ''))
  const named = rows
    .filter(({ rest }) => /; named here to pin it|; pinned /.test(rest))
    .map(({ name }) => name)
  expect(named.sort()).toEqual(pinned.sort())
})

it('what a bundle replaces parts of has an exact version', () => {
  const replaced = Object.keys(alias)
    .filter((module) => !builtinModules.includes(module.replace('node:', '')))
    .map((module) => module.split('/').slice(0, 2).join('/'))
  for (const name of replaced)
    expect([name, dependencies[name] ?? overrides[name]]).toEqual([name, expect.stringMatching(/^\d/)])
})

it('npm run bundle:weights weighs the dependencies that docs/dependencies.md has in functions', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['infra/bundle/main.ts'])
  const weighed = stdout.split('\n').map((line) => line.replace(/: in .*/, ''))
  const [inFunctions = ''] = tables.split('## On one machine')
  const named = rowsIn(inFunctions).map(({ name }) => name)
  expect(named.sort()).toEqual(
    Object.keys(dependencies)
      .filter((name) => weighed.includes(name))
      .sort(),
  )
}, 180_000)
