import { afterAll } from 'vitest'
import { leftovers } from './leftovers.ts'

afterAll(() => {
  for (const reset of leftovers) reset()
})
