import { listChanges } from '../../lib/tasks/change.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as changes from '../../lib/tasks/changes.ts'

export const handler = endpoint(listChanges, async (caller, { query }) => ({
  body: await changes.listChanges(caller, {
    ...query,
    ...(query.excludeSelf && { excludeTokenId: caller.token.id }),
  }),
}))
