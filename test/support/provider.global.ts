import type { TestProject } from 'vitest/node'
import { startProvider } from '../harness/sign-in/provider.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The issuer at which people sign in to the services of the workers. */
    issuer: string
  }
}

/** Provides one identity provider for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { issuer, stop } = await startProvider({ clientId: 'tasks', redirectUris: [], people: [] })
  project.provide('issuer', issuer)
  return stop
}
