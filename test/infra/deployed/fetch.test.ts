import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Artefact } from '../../../infra/deployed/newest.ts'
import { newTempFolder } from '../../harness/temp-folder.ts'

const first = 'a'.repeat(40)
const second = 'b'.repeat(40)
const third = 'c'.repeat(40)
let folder = ''

const artefact = (
  id: number,
  name: string,
  day: number,
  { expired = false, ...run }: Partial<Artefact['workflow_run']> & { expired?: boolean } = {},
): Artefact => ({
  name,
  expired,
  created_at: `2026-11-${day}T12:00:00Z`,
  workflow_run: { id, head_branch: 'main', repository_id: 1, head_repository_id: 1, ...run },
})

/** The artefacts at GitHub, in no order. */
const artefacts = [
  artefact(3, `deployed-staging-${third}`, 13),
  artefact(1, `deployed-staging-${first}`, 11),
  artefact(2, `deployed-staging-${second}`, 12),
  artefact(4, `deployed-production-${first}`, 14),
  artefact(5, `deployed-staging-eu-${third}`, 15),
  artefact(6, `deployed-staging-${first}`, 16, { expired: true }),
  artefact(7, `deployed-staging-${first}`, 17, { head_branch: 'topic' }),
  artefact(8, `deployed-staging-${first}`, 18, { head_repository_id: 2 }), // the branch main of a fork
  artefact(9, 'assemblies', 19),
]

beforeEach(() => {
  folder = newTempFolder()
  writeFileSync(join(folder, 'list'), artefacts.map((one) => `${JSON.stringify(one)}\n`).join(''))
  const gh = '#!/bin/sh\necho "$@" >>asked\nif [ "$1" = api ]; then cat list; fi\n'
  writeFileSync(join(folder, 'gh'), gh, { mode: 0o700 })
})

/** Runs the command with a stand-in for `gh`. Returns its end, and what it has downloaded. */
function fetch(...parameters: string[]) {
  const env = { PATH: `${folder}:${String(process.env.PATH)}` }
  const main = resolve('infra/deployed/main.ts')
  const { status, stdout } = spawnSync(process.execPath, [main, ...parameters], {
    cwd: folder,
    env,
    encoding: 'utf8',
  })
  const asked = readFileSync(join(folder, 'asked'), { encoding: 'utf8', flag: 'a+' })
  return { status, stdout, downloaded: asked.split('\n').filter((line) => line.startsWith('run download')) }
}

describe('infra/deployed', () => {
  it('downloads what was deployed to a stage last, from a run on main', () => {
    expect(fetch('staging', 'previous')).toEqual({
      status: 0,
      stdout: `deployed-staging-${third} of 2026-11-13T12:00:00Z, from run 3\n`,
      downloaded: [`run download 3 --name deployed-staging-${third} --dir previous`],
    })
  })

  it('downloads the archive of a commit', () => {
    expect(fetch('staging', 'new', first).downloaded).toEqual([
      `run download 1 --name deployed-staging-${first} --dir new`,
    ])
  })

  it('fails when a commit was not deployed to the stage', () => {
    const { status, stdout, downloaded } = fetch('production', 'new', third)
    expect({ status, downloaded }).toEqual({ status: 1, downloaded: [] })
    expect(stdout).toMatch(
      /^::error::There is no archive of commit c{40}: .+ Deploy it to production first\.\n$/,
    )
  })

  it('fails when the id of a commit is short, before it asks GitHub', () => {
    expect(fetch('staging', 'new', 'abc123')).toEqual({
      status: 1,
      stdout: '::error::abc123 is not the full id of a commit: 40 characters, 0-9 and a-f.\n',
      downloaded: [],
    })
  })

  it('says so when nothing was deployed yet, and fails when GitHub does', () => {
    expect(fetch('demo', 'previous')).toEqual({
      status: 0,
      stdout: 'Nothing was deployed to demo from main in the last 90 days.\n',
      downloaded: [],
    })
    writeFileSync(join(folder, 'gh'), '#!/bin/sh\nexit 4\n', { mode: 0o700 })
    expect(fetch('staging', 'previous')).toMatchObject({ status: 1, downloaded: [] })
  })
})
