import { clientOf, type Send } from '../smoke/client.ts'
import { check, expectStatus, newRun } from '../smoke/run.ts'
import { cleanUp, everydaySteps } from '../smoke/steps.ts'

/** The only project of the token's account. An account of people, which has more, gets no task from here by mistake. */
async function onlyProject(send: Send): Promise<string> {
  const path = '/projects?limit=2'
  const { body } = expectStatus(200, `GET ${path}`, await send('GET', path))
  const [project, other] = body.projects ?? []
  check(
    project !== undefined && other === undefined,
    'The account of the token must have exactly one project: the canary works in an account of its own.',
  )
  return project.id
}

/**
 * Does with one task what people do, and leaves it in the trash.
 * @throws Error of the first step that failed, after the task was deleted if that is possible
 */
export async function runCanary(baseUrl: string, token: string): Promise<void> {
  const send = clientOf(baseUrl, token)
  const run = newRun(send, await onlyProject(send))
  try {
    for (const { act } of everydaySteps) await act(run)
  } finally {
    // the reason of the failure matters, not that the task could not be deleted either
    await cleanUp(run).catch(() => undefined)
  }
}
