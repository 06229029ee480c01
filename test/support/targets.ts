import { once } from 'node:events'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { inject } from 'vitest'
import { listenForOwn } from '../harness/listen.ts'
import { makeSample } from '../harness/sample.ts'
import { builtFunctions } from '../../infra/web-assets/built.ts'
import { bundleFile } from '../../infra/bundle/bundle.ts'
import { loadFunctions, type LoadHandler } from '../../infra/local/functions.ts'
import { createGateway } from '../../infra/local/gateway.ts'
import { withVersion } from '../../infra/smoke/client.ts'
import type * as Natively from './import-natively.ts'
import { testTableName } from './table.ts'

/** A running service, with its URL and what a caller needs. */
export interface Target {
  baseUrl: string
  token: string
  projectId: string
  stop: () => Promise<void>
}

const { TEST_BASE_URL, TEST_TOKEN, TEST_PROJECT, TEST_TARGET } = process.env

/**
 * The targets of the end-to-end tests: the handlers' sources and their bundles, or only the one that TEST_TARGET names.
 * With TEST_BASE_URL, TEST_TOKEN and TEST_PROJECT it is that stage, wherever it runs (Vite uses BASE_URL itself).
 */
export const targetNames: string[] = TEST_BASE_URL
  ? [TEST_BASE_URL]
  : TEST_TARGET
    ? [TEST_TARGET]
    : ['source', 'bundles']

const require = createRequire(import.meta.url)
const { importNatively } = require('./import-natively.ts') as typeof Natively // that is what it exports

/** Loads a bundle with Node's own loader, as Lambda does, because vitest would transform it. */
const loadBundle =
  (folder: string): LoadHandler =>
  async (id) =>
    (await importNatively(join(folder, id, bundleFile))).handler

async function startLocal(load?: LoadHandler): Promise<Target> {
  // bundles have their own copy of the code, and share only the environment with this process
  process.env.DYNAMODB_ENDPOINT = inject('engineEndpoint')
  process.env.TABLE_NAME = testTableName
  const server = createGateway(await loadFunctions(undefined, load))
  const port = await listenForOwn(server)
  const { secret, ids } = await makeSample()
  const stop = async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  return { baseUrl: `http://127.0.0.1:${port}/v1`, token: secret, projectId: ids.emptyProjectId, stop }
}

/** Starts a target, or returns the stage that the environment names. */
export async function startTarget(name: string): Promise<Target> {
  if (name === 'source') return startLocal()
  if (name === 'bundles') {
    return startLocal(loadBundle(await builtFunctions()))
  }
  if (TEST_TOKEN && TEST_PROJECT) {
    return {
      baseUrl: withVersion(name),
      token: TEST_TOKEN,
      projectId: TEST_PROJECT,
      stop: () => Promise.resolve(),
    }
  }
  throw new Error(
    'Set TEST_TARGET=source, TEST_TARGET=bundles, or TEST_BASE_URL with TEST_TOKEN and TEST_PROJECT.',
  )
}
