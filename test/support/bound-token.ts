import { onTestFinished } from 'vitest'
import type { Scene, useWeb } from './web.ts'

type Scopes = ('read' | 'write' | 'delete' | 'admin' | 'hooks')[]

const everyScope: Scopes = ['read', 'write', 'delete', 'admin', 'hooks']

/** Makes a token that is bound to the projects of scenes, which ends with the test. */
export async function boundToken(
  web: ReturnType<typeof useWeb>,
  scenes: readonly Scene[],
  { scopes = everyScope, name = 'Contractor' }: { scopes?: Scopes; name?: string } = {},
) {
  const { client } = web.service
  const projectIds = scenes.map(({ projectId }) => projectId)
  const { token } = await client.tokens.create({ name, scopes, projectIds })
  onTestFinished(async () => {
    await client.tokens.delete(token.id)
  })
  return token
}
