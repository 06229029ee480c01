import { startServiceProcess } from '../service-process.ts'
import { newTempFolder } from '../temp-folder.ts'
import { median, rounded, timedMs, type Extent } from './statistics.ts'

/** How long 100 creates take in one request, and one after another, in turns. */
export interface BulkReport {
  tasks: number
  together_ms: number
  apart_ms: number
  /** How many times as fast they are in one request: the median of the turns. */
  ratio: number
}

const tasks = 100
const turnsOf = { exact: 5, least: 1 }

/**
 * Measures creates in one bulk request against the same creates one after another over one connection.
 * @throws Error if a create fails
 */
export async function measureBulk(extent: Extent, progress: (line: string) => void): Promise<BulkReport> {
  const turns = turnsOf[extent]
  const service = startServiceProcess(newTempFolder())
  try {
    const { token, base_url } = await service.ready()
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const post = async (path: string, body: object) => {
      const answer = await fetch(`${base_url}${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
      return (await answer.json()) as unknown
    }
    const { project } = (await post('/projects', { label: 'Bulk' })) as { project: { id: string } }
    const creates = Array.from({ length: tasks }, (_, n) => ({ projectId: project.id, label: `Task ${n}` }))
    const together = async () => {
      const operations = creates.map((create) => ({ op: 'create', ...create }))
      const { failed } = (await post('/tasks/bulk', { operations })) as { failed: number }
      if (failed > 0) throw new Error(`${failed} of ${tasks} creates in one request failed`)
    }
    const apart = async () => {
      for (const create of creates) await post('/tasks', create)
    }
    // neither gets the first, slow requests of a process
    await together()
    await apart()
    const rows: { together: number; apart: number }[] = []
    for (let turn = 1; turn <= turns; turn++) {
      progress(`bulk: turn ${turn} of ${turns}`)
      rows.push({ together: await timedMs(together), apart: await timedMs(apart) })
    }
    return {
      tasks,
      together_ms: rounded(median(rows.map((row) => row.together)), 0),
      apart_ms: rounded(median(rows.map((row) => row.apart)), 0),
      ratio: rounded(median(rows.map((row) => row.apart / row.together)), 1),
    }
  } finally {
    await service.stop()
  }
}
