import { chmodSync, readdirSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { explainFolder, openDataDir } from '../../../infra/local/data-dir.ts'
import { callableHost } from '../../../infra/local/settings.ts'
import { newTempFolder } from '../../harness/temp-folder.ts'

describe('the data folder', () => {
  it('has files that only their owner can read, even if others may open the folder', async () => {
    const folder = newTempFolder()
    chmodSync(folder, 0o755)
    const modes = () => readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o077)
    const first = await openDataDir(folder)
    expect(modes().length).toBeGreaterThan(0)
    expect(modes().every((mode) => mode === 0)).toBe(true)
    await first.stop()
    // as an earlier release left it
    chmodSync(join(folder, 'tasks.db'), 0o644)
    await (await openDataDir(folder)).stop()
    expect(modes().every((mode) => mode === 0)).toBe(true)
  })
})

describe('a data folder that cannot be used', () => {
  it('is named in the error when its disk is full', async () => {
    const full: unknown = await writeFile('/dev/full', 'x').catch((error: unknown) => error)
    expect(explainFolder('/data', full)).toEqual(new Error('DATA_DIR: /data cannot be used (ENOSPC).'))
  })

  it('is named in the error at once where the kernel allows no folders', async () => {
    const opening = openDataDir('/proc/tasks/data')
    await expect(opening).rejects.toThrow('DATA_DIR: /proc/tasks/data cannot be used (ENOENT).')
  })
})

describe('the host in the links', () => {
  it.each([
    ['127.0.0.1', 'localhost'],
    ['0.0.0.0', 'localhost'],
    ['::', 'localhost'],
    ['127.0.0.2', '127.0.0.2'],
    ['192.168.1.20', '192.168.1.20'],
    ['fe80::1', '[fe80::1]'],
  ])('on %s is %s', (host, callable) => {
    expect(callableHost(host)).toBe(callable)
  })
})
