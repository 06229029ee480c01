import { globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { staticRoutes, unmatched } from '../../lib/contract/static.ts'

interface Declared {
  declaration: { id: string }
}

const paths = globSync('functions/*/*.ts')
const isBare = (id: string) => id === unmatched || staticRoutes.some((route) => route.id === id)

describe.each(paths)('%s', (path) => {
  const id = path.replace(/^functions.(.*)\.ts$/, '$1').replace(/[/\\]/, '.')

  it('exports an operation and its words, or a handler and what triggers it, under its own id', async () => {
    const file = { ...((await import(join('../..', path))) as Record<string, unknown>) }
    if (isBare(id)) {
      expect(file).toEqual({ handler: expect.any(Function) as unknown })
    } else if ('operation' in file) {
      expect(Object.keys(file).sort()).toEqual(['operation', 'words'])
      expect((file.operation as Declared).declaration.id).toBe(id) // functions/index.ts takes it for one, too
    } else {
      expect(file).toEqual({
        handler: expect.any(Function) as unknown,
        declaration: expect.anything() as unknown,
      })
      expect((file as unknown as Declared).declaration.id).toBe(id) // as above
    }
  })
})
