import { afterAll, vi } from 'vitest'
import { leftovers } from './leftovers.ts'

const variables = { ...process.env }

afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  for (const name of Object.keys(process.env))
    if (!(name in variables)) Reflect.deleteProperty(process.env, name)
  Object.assign(process.env, variables)
  for (const reset of leftovers) reset()
})
