// Own worker: any other file may have been told before.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { findRuntimeClient, runtimeClient } from './runtime-client.ts'
import { newTempFolder } from '../temp-folder.ts'
import { write } from '../../infra/web-assets/project.ts'

const packageName = 'node_modules/aws-lambda-ric'

/** A folder with AWS's runtime client in it, as npm leaves it. */
function folderWith(files: Record<string, string>): string {
  const folder = newTempFolder()
  const own = Object.entries(files).map(([name, text]) => [`${packageName}/${name}`, text] as const)
  write(folder, Object.fromEntries(own))
  return folder
}

const built = { 'package.json': '{"main":"index.mjs"}', 'index.mjs': '', 'rapid-client.node': '' }

it('is the one of AWS in the folder that is named', () => {
  const folder = folderWith(built)
  const found = findRuntimeClient(folder)
  expect(found).toBe(join(folder, packageName, 'index.mjs'))
  expect(runtimeClient(newTempFolder(), found)).toBe(found)
})

it('is refused where it is named, but not there or not built', () => {
  const { 'package.json': manifest, 'index.mjs': program } = built
  const notBuilt = folderWith({ 'package.json': manifest, 'index.mjs': program })
  expect(() => findRuntimeClient(notBuilt)).toThrow(/the native part of aws-lambda-ric in .+ is not built/)
  expect(() => findRuntimeClient(newTempFolder())).toThrow(/has no package aws-lambda-ric/)
})

it('is imitated where there is none, which is said once', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const folder = newTempFolder()
  vi.stubEnv('LAMBDA_RUNTIME_CLIENT', undefined)
  // a project may have it all the same
  if (findRuntimeClient() === undefined) {
    expect(runtimeClient(folder)).toBe(join(folder, 'bootstrap.mjs'))
    expect(existsSync(runtimeClient(folder))).toBe(true)
    expect(warn.mock.calls).toEqual([[expect.stringContaining('imitates')]])
  }
})
