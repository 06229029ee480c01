import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }

interface LockedPackage {
  os?: string[]
  cpu?: string[]
  optional?: boolean
  devOptional?: boolean
}

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, LockedPackage>
} // npm's own format
const packages = Object.entries(lock.packages)
const onSomePlatforms = packages.filter(([, { os, cpu }]) => os !== undefined || cpu !== undefined)

describe('npm ci on every platform', () => {
  it('skips packages of other platforms, which are all optional', () => {
    const needed = onSomePlatforms.filter(
      ([, { optional, devOptional }]) => optional !== true && devOptional !== true,
    )
    expect(needed).toEqual([])
  })

  it('skips the engine, of which each listed package says its platform', () => {
    const listed = Object.keys(manifest.optionalDependencies).map((name) => `node_modules/${name}`)
    const engines = packages
      .map(([path]) => path)
      .filter((path) => path.startsWith('node_modules/@dynoxide/'))
    expect(engines.length).toBeGreaterThan(0)
    expect(listed).toEqual(expect.arrayContaining(engines))
    expect(onSomePlatforms.map(([path]) => path)).toEqual(expect.arrayContaining(engines))
  })
})
