import { enginePid, startServiceProcess, type ServiceProcess } from '../service-process.ts'
import { newTempFolder } from '../temp-folder.ts'
import { cpuMs } from './cpu.ts'
import { useEngineOf } from './engine-of.ts'
import { startReceiver, type Receiver } from './webhook-receiver.ts'

/** A service of a measurement. */
export interface Measured {
  url: string
  pid: number | undefined
  /** What it and its engine have taken of the processor, in ms. */
  cpuMs: () => Promise<number>
}

/**
 * Runs a measurement with a receiver and with services of its own, and ends them with it. The table of this process is that
 * of the service that was started last.
 */
export async function withServices<T>(
  measure: (
    newService: (variables?: NodeJS.ProcessEnv) => Promise<Measured>,
    receiver: Receiver,
  ) => Promise<T>,
): Promise<T> {
  const receiver = await startReceiver()
  const services: ServiceProcess[] = []
  const newService = async (variables: NodeJS.ProcessEnv = {}) => {
    const dataDir = newTempFolder()
    const service = startServiceProcess(dataDir, variables)
    services.push(service)
    const { base_url } = await service.ready()
    await useEngineOf(dataDir)
    const pid = service.child.pid
    const engine = await enginePid(dataDir)
    return {
      ...{ url: base_url.replace('localhost', '127.0.0.1'), pid },
      cpuMs: async () => (await cpuMs(pid)) + (await cpuMs(engine)),
    }
  }
  try {
    return await measure(newService, receiver)
  } finally {
    await Promise.all(services.map((service) => service.stop()))
    receiver.close()
  }
}
