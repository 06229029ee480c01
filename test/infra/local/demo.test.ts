import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { pathWithCurl } from '../../support/curl.ts'
import { admin } from '../admin/cli.ts'
import { create, headersOf, inDataDir, labels, start, withDataDir } from './service-process.ts'

withDataDir()

describe('the demo account', () => {
  it('seeds a demo account that only its owner can read, and prints a curl line that works', async () => {
    const service = start()
    const { base_url, account_id, example_project_id, token } = await service.ready()
    expect((await stat(inDataDir('demo.json'))).mode & 0o777).toBe(0o600)
    expect(base_url).toMatch(/^http:\/\/localhost:\d+\/v1$/)
    expect(account_id).toMatch(/^[0-9a-f-]{36}$/)
    const line = /curl[^]*?\}'/.exec(service.output())?.[0] ?? ''
    expect(line).toContain(token)
    const env = { ...process.env, PATH: pathWithCurl() }
    const curl = spawn('/bin/sh', ['-c', line], { env, stdio: ['ignore', 'pipe', 'ignore'] })
    const [answer] = (await once(curl.stdout, 'data')) as [Buffer]
    expect(JSON.parse(answer.toString())).toMatchObject({
      task: { label: 'Try the Tasks API', project_id: example_project_id },
    })
  })

  it('has fields, and a project whose tasks have values of them, but only when it is new', async () => {
    const first = start()
    const demo = await first.ready()
    const read = async ({ base_url, token }: { base_url: string; token: string }, path: string) => {
      const answer = await fetch(`${base_url}${path}`, { headers: { Authorization: `Bearer ${token}` } })
      return answer.json() as Promise<unknown> // it is compared only
    }
    expect(await read(demo, '/fields')).toMatchObject({
      fields: [{ key: 'deadline' }, { key: 'priority' }, { key: 'labels' }],
    })
    const today = new Date().toISOString().slice(0, 10)
    expect(await read(demo, `/tasks?fields[deadline.before]=${today}&status=0`)).toMatchObject({
      tasks: [{ label: 'Send the offer to Ada', fields: { priority: 'high', labels: ['customer'] } }],
    })
    const projects = await read(demo, '/projects')
    await first.stop()
    expect(await read(await start().ready(), '/projects')).toEqual(projects)
  })

  it('may send what a load test sends, unless the operator says otherwise', async () => {
    const policy = async ({ base_url, token }: { base_url: string; token: string }) => {
      const answer = await fetch(`${base_url}/tokens/self`, { headers: { Authorization: `Bearer ${token}` } })
      return answer.headers.get('RateLimit-Policy')
    }
    const first = start()
    const demo = await first.ready()
    expect(await policy(demo)).toBe('"token";q=40000000;w=60')
    await first.stop()
    const options = ['account', 'update', demo.account_id, '--rate-limit', '3000']
    expect((await admin({ DATA_DIR: inDataDir() }, ...options)).code).toBe(0)
    expect(await policy(await start().ready())).toBe('"token";q=1200;w=60')
  })

  const linkOf = (service: ReturnType<typeof start>) =>
    new URL(/http\S+#token=\S+/.exec(service.output())?.[0] ?? '')

  it('prints a link to the example, which the page takes the demo account’s token from', async () => {
    const service = start()
    const { base_url, example_project_id, token } = await service.ready()
    const link = linkOf(service)
    expect([link.origin, link.hash]).toEqual([
      new URL(base_url).origin,
      `#token=${token}&open=/projects/${example_project_id}`,
    ])
    const page = await fetch(link)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  })

  it('prints a link to the first project once the example is deleted', async () => {
    const first = start()
    const { base_url, example_project_id, token } = await first.ready()
    const headers = { Authorization: `Bearer ${token}` }
    const { tasks } = (await (
      await fetch(`${base_url}/projects/${example_project_id}/tasks`, { headers })
    ).json()) as { tasks: { id: string }[] } // only ids are used
    for (const { id } of tasks) await fetch(`${base_url}/tasks/${id}`, { method: 'DELETE', headers })
    const deleted = await fetch(`${base_url}/projects/${example_project_id}`, { method: 'DELETE', headers })
    expect(deleted.status).toBe(200)
    await first.stop()
    const second = start()
    const { project_id } = await second.ready()
    expect(linkOf(second).hash).toContain(`&open=/projects/${project_id}`)
  })

  it('keeps tasks, account and token after a restart on another port', async () => {
    const first = start()
    const before = await first.ready()
    await create(before, 'Kept')
    await first.stop()
    const after = await start().ready()
    expect({ ...after, base_url: '' }).toEqual({ ...before, base_url: '' })
    expect(await labels(after)).toEqual(['Kept'])
  })

  it('creates a new demo account when the data is deleted but demo.json is not', async () => {
    const first = start()
    const before = await first.ready()
    await first.stop()
    await rm(inDataDir('tasks.db'))
    const after = await start().ready()
    expect(after.account_id).not.toBe(before.account_id)
    expect(await labels(after)).toEqual([])
  })

  it('gives the demo account a new token and project when the old ones are revoked and deleted', async () => {
    const first = start()
    const before = await first.ready()
    const remove = async (path: string) => {
      const { status } = await fetch(`${before.base_url}/${path}`, {
        method: 'DELETE',
        headers: { Authorization: `Bearer ${before.token}` },
      })
      expect(status).toBe(200)
    }
    const self = await fetch(`${before.base_url}/tokens/self`, { headers: headersOf(before) })
    const { token } = (await self.json()) as { token: { id: string } }
    const idsAt = async (path: 'projects' | 'tasks') => {
      const list = await fetch(`${before.base_url}/${path}`, { headers: headersOf(before) })
      return ((await list.json()) as Record<typeof path, { id: string }[]>)[path]
    }
    for (const { id } of await idsAt('tasks')) await remove(`tasks/${id}`)
    for (const { id } of await idsAt('projects')) await remove(`projects/${id}`)
    await remove(`tokens/${token.id}`)
    await first.stop()
    const after = await start().ready()
    expect(after.account_id).toBe(before.account_id)
    expect((await create(after, 'Goes on')).status).toBe(201)
    expect(await labels(after)).toEqual(['Goes on'])
  })

  it('ends with one line when demo.json is damaged, and does not change it', async () => {
    const first = start()
    await first.ready()
    await first.stop()
    const path = inDataDir('demo.json')
    await writeFile(path, '{"base_url":')
    const second = start()
    expect(await second.exited).toEqual([1, null])
    expect(second.complaint()).toBe(
      `tasks-api: ${path} is damaged: repair it, or delete it to start with another demo account.\n`,
    )
    expect(await readFile(path, 'utf8')).toBe('{"base_url":')
  })
})
