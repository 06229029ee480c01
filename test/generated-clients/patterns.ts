import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { RE2JS } from 're2js'

it('has patterns that RE2 compiles, which Go and others use', () => {
  const text = readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8')
  const patterns = new Set<string>()
  JSON.parse(text, (key, value: unknown) => {
    if (key === 'pattern' && typeof value === 'string') patterns.add(value)
    return value
  })
  assert.ok(patterns.size > 10)
  for (const pattern of patterns) assert.doesNotThrow(() => RE2JS.compile(pattern), pattern)
})
