import { commentOn } from '../../support/comments.ts'
import type { Preparation } from './preparation.ts'

/** Requests that import and export. */
export const ofTransfers: Record<string, Preparation[]> = {
  'projects.export': [
    () => Promise.resolve({ query: '?format=csv&trash=true' }),
    async (tenant, { id = '' }) => {
      await commentOn(tenant, id)
      return { query: '?comments=true' }
    },
  ],
  'projects.import': [
    // a row whose external id a task has that is lost with its project
    async (tenant) => {
      const projectId = await tenant.newProject()
      const { id } = await tenant.createTask({ projectId, externalId: 'lost' })
      await tenant.send('DELETE', `/tasks/${id}`)
      await tenant.send('DELETE', `/projects/${projectId}`)
      return { body: Buffer.from('label,external_id\nA,lost\n') }
    },
    () => Promise.resolve({ query: '&dryRun=true' }),
  ],
}
