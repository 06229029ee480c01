import { beforeEach, describe, expect, it } from 'vitest'
import { newTempFolder } from '../../harness/temp-folder.ts'
import { readAssets } from '../../../infra/web-assets/assets.ts'
import { builtWeb } from '../../../infra/web-assets/built.ts'
import { docsHeaders, securityHeaders } from '../../../infra/web-assets/headers.ts'
import { write } from './project.ts'

let folder = ''

beforeEach(() => {
  folder = newTempFolder()
})

describe('the files of the web interface', () => {
  it('are the page at / and where people come back to, and the files in assets, nothing else', () => {
    write(folder, { 'index.html': '<p>', 'assets/a-1.js': '1', 'assets/a-2.css': '', 'secret.html': 'no' })
    const assets = readAssets(folder)
    expect([...assets.keys()].sort()).toEqual(['/', '/assets/a-1.js', '/assets/a-2.css', '/sign-in/callback'])
    expect(assets.get('/sign-in/callback')).toEqual(assets.get('/'))
  })

  it('have their content types and caching, the security headers, and an ETag of their content', () => {
    write(folder, { 'index.html': '<p>', 'assets/a-1.js': '1', 'assets/b-1.js': '1', 'assets/a-2.svg': '' })
    const assets = readAssets(folder)
    expect(assets.get('/')?.headers).toEqual({
      ...securityHeaders,
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-cache',
      ETag: expect.stringMatching(/^"[\w-]{43}"$/) as unknown,
    })
    const script = assets.get('/assets/a-1.js')
    expect(script?.headers).toMatchObject({
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'public, max-age=31536000, immutable',
    })
    expect(script?.body.toString()).toBe('1')
    expect(script?.headers.ETag).toBe(assets.get('/assets/b-1.js')?.headers.ETag)
    expect(script?.headers.ETag).not.toBe(assets.get('/')?.headers.ETag)
    expect(assets.get('/assets/a-2.svg')?.headers['Content-Type']).toBe('image/svg+xml')
  })

  it('must have a known content type', () => {
    write(folder, { 'index.html': '<p>', 'assets/a.exe': '' })
    expect(() => readAssets(folder)).toThrow(/has no content type for .*a\.exe/)
  })

  it('all have a known content type in the real build', async () => {
    expect(readAssets(await builtWeb()).size).toBeGreaterThan(2)
  })
})

describe('the Content-Security-Policy', () => {
  it('allows the documentation inline styles, and nothing else that the web interface may not have', () => {
    const [own, docs] = [securityHeaders, docsHeaders].map((headers) => headers['Content-Security-Policy'])
    expect(docs).toBe(own?.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'"))
    expect({ ...docsHeaders, 'Content-Security-Policy': own }).toEqual(securityHeaders)
  })

  it('allows scripts, styles and requests of its own host alone, no inline code, no framing', () => {
    const policy = securityHeaders['Content-Security-Policy']
    const directives = Object.fromEntries(
      policy.split('; ').map((directive) => directive.split(/ (.*)/).slice(0, 2)),
    ) as Record<string, string> // each has a name and a value
    expect(directives).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'img-src': "'self' data:",
      'connect-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
    })
  })
})
