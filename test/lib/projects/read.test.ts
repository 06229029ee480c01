import { describe, expect, it } from 'vitest'
import { tap } from '../../support/api.ts'
import { newTenant } from '../../support/tenant.ts'

describe('a query that sees one item of a transaction before the other', () => {
  it('is repeated: the project is neither absent nor incomplete', async () => {
    const { send, projectId } = await newTenant()
    await send('GET', '/tokens/self')
    for (const path of [`/projects/${projectId}`, '/projects']) {
      const whole = (await send('GET', path)).body
      const item = {
        ...{ pk: { S: 'x' }, sk: { S: `PROJECT#${projectId}` }, id: { S: projectId }, label: { S: 'Test' } },
        ...{ workflow_lanes: { L: [] }, created_at: { S: '' }, updated_at: { S: '' } },
      }
      let queries = 0
      tap.answerInstead = (operation) =>
        operation === 'Query' && queries++ === 0 ? { Items: [item], Count: 1 } : undefined
      const again = await send('GET', path)
      tap.reset()
      expect(again.body).toEqual(whole)
      expect(queries).toBe(2)
    }
  })
})
