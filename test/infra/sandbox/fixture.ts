import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'
import { newCredentials } from '../../../infra/sandbox/environment.ts'
import { SandboxFunction, type Deviations } from '../../../infra/sandbox/function.ts'
import { buildBootstrap } from '../../../infra/sandbox/sandbox.ts'
import type { FunctionDescription } from '../../../infra/sandbox/template.ts'

/** A folder that is gone after this file's tests. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tasks-api-sandbox-'))
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

export const description: FunctionDescription = {
  id: 'test.fixture',
  name: 'Fixture',
  runtime: 'nodejs24.x',
  handler: 'index.handler',
  memoryMiB: 128,
  timeoutMs: 10_000,
  variables: { STAGE: 'test' },
}

/** Makes functions of the text of a module, with the folder and the bootstrap that they share. */
export function fixtures() {
  const folder = temporaryFolder()
  const bootstrap = buildBootstrap(folder)
  let made = 0
  return (source: string, deviations: Deviations = {}): SandboxFunction => {
    const taskRoot = join(folder, String(made++))
    mkdirSync(taskRoot)
    writeFileSync(join(taskRoot, 'index.mjs'), source)
    const place = { bootstrap, taskRoot, credentials: newCredentials() }
    const made_ = new SandboxFunction(
      description,
      { ...place, dynamoDbEndpoint: 'http://127.0.0.1:9' },
      deviations,
    )
    onTestFinished(() => made_.stop())
    return made_
  }
}
