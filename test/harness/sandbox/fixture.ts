import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { newCredentials } from './environment.ts'
import { SandboxFunction, type Deviations } from './function.ts'
import { runtimeClient } from './runtime-client.ts'
import { newTempFolder } from '../temp-folder.ts'
import type { FunctionDescription } from './template.ts'

/** A function that is not in the template. */
const description: FunctionDescription = {
  id: 'test.fixture',
  name: 'Fixture',
  runtime: 'nodejs24.x',
  handler: 'index.handler',
  memoryMiB: 128,
  timeoutMs: 10_000,
  mayLoop: false,
  variables: { STAGE: 'test' },
}

/** Creates functions from module source texts. They end after their test; their folder is removed after all tests. */
export function fixtures() {
  const folder = newTempFolder()
  const client = runtimeClient(folder)
  let count = 0
  return (source: string, deviations?: Deviations): SandboxFunction => {
    const taskRoot = join(folder, String(count++))
    mkdirSync(taskRoot)
    writeFileSync(join(taskRoot, 'index.mjs'), source)
    const dynamoDbEndpoint = 'http://127.0.0.1:9' // never called
    const location = { client, taskRoot, dynamoDbEndpoint, credentials: newCredentials() }
    const fixture = new SandboxFunction(description, location, deviations)
    onTestFinished(() => fixture.stop())
    return fixture
  }
}
