import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { startServiceProcess } from '../harness/service-process.ts'
import { newTempFolder } from '../harness/temp-folder.ts'
import { compileCache } from './compile-cache.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL at which a worker asks for its service: `<services>/<number of the worker>`. */
    services: string
  }
}

/** A running service. */
export interface Running {
  dataDir: string
  /** `http://localhost:<port>/v1` */
  baseUrl: string
}

function start() {
  const dataDir = newTempFolder()
  const service = startServiceProcess(dataDir, compileCache)
  const running = service.ready().then(({ base_url }): Running => ({ dataDir, baseUrl: base_url }))
  return { ...service, running }
}

/**
 * Starts a service for each worker that asks for one, and stops them at the end of the run: a worker is ended without
 * notice, so it could not.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const services = new Map<string, ReturnType<typeof start>>()
  const serviceOf = (worker: string) => {
    const known = services.get(worker)
    const service = known?.child.exitCode === null ? known : start()
    services.set(worker, service)
    return service
  }
  const server = createServer(({ url = '' }, response) => {
    serviceOf(url).running.then(
      (running) => response.end(JSON.stringify(running)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server has an address of this type
  project.provide('services', `http://127.0.0.1:${port}`)
  return async () => {
    server.close()
    await Promise.all([...services.values()].map((service) => service.stop()))
  }
}
