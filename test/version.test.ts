import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import clientManifest from '../client/package.json' with { type: 'json' }
import packageManifest from '../package/package.json' with { type: 'json' }
import manifest from '../package.json' with { type: 'json' }
import { testPort } from './support/api.ts'

const { version } = manifest

// the banner of npm start: test/infra/local/start.test.ts
describe('the version in package.json', () => {
  it('is the version of the document at GET /v1/openapi.json', async () => {
    const response = await fetch(`http://127.0.0.1:${testPort}/v1/openapi.json`)
    expect(await response.json()).toMatchObject({ info: { version } })
  })

  it('is the version of both packages and of the lock file', () => {
    expect([clientManifest.version, packageManifest.version]).toEqual([version, version])
    // npm writes it
    const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
      version: string
      packages: Record<string, { version: string }>
    }
    expect([lock.version, lock.packages['']?.version]).toEqual([version, version])
  })

  it('is the newest in the changelog', () => {
    const versions = [...readFileSync('CHANGELOG.md', 'utf8').matchAll(/^## (\d\S*) - /gm)]
    expect(versions.map(([, one]) => one)[0]).toBe(version)
  })
})
