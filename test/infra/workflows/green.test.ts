import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { newTempFolder } from '../../harness/temp-folder.ts'

let folder = ''
let commit = ''

/** Runs git without this machine's own settings, which may be absent or demand a signature. */
const identity = ['user.name=A', 'user.email=a@example.org', 'commit.gpgSign=false'].flatMap((one) => [
  '-c',
  one,
])

const git = (...parameters: string[]) =>
  execFileSync('git', [...identity, ...parameters], {
    cwd: folder,
    encoding: 'utf8',
  }).trim()

beforeEach(() => {
  folder = newTempFolder()
  git('init', '--quiet')
  git('commit', '--quiet', '--allow-empty', '--no-verify', '--message', 'A commit')
  commit = git('rev-parse', 'HEAD')
})

/** Runs .ci/green with a stand-in for `gh` that records its arguments and runs the given script. */
function green(gh: string, ...parameters: string[]) {
  // written by another process: one that a thread beside this starts meanwhile would keep the file open, and it could not be run
  const input = `#!/bin/sh\necho "$@" >asked\n${gh}\n`
  execFileSync('sh', ['-c', 'cat >gh && chmod 700 gh'], { cwd: folder, input })
  const { status, stdout } = spawnSync(resolve('.ci/green'), parameters, {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: `${folder}:${process.env.PATH ?? ''}` },
  })
  return { status, stdout, asked: readFileSync(join(folder, 'asked'), 'utf8') }
}

const url = 'https://github.com/o/r/actions/runs/1'

describe('.ci/green', () => {
  it('succeeds when CI has passed for the checked-out commit', () => {
    expect(green(`echo ${url}`)).toEqual({
      status: 0,
      stdout: `CI has passed for commit ${commit}: ${url}\n`,
      asked: `run list --workflow ci.yml --commit ${commit} --status success --limit 1 --json url --jq .[].url\n`,
    })
  })

  it('checks for a push to the given branch', () => {
    const { status, asked } = green(`echo ${url}`, 'main')
    expect(status).toBe(0)
    expect(asked).toContain(` --commit ${commit} --status success --limit 1 --branch main --event push `)
  })

  it.each([
    [[''], ''],
    [['main'], ' on main'],
  ])('fails and says why when CI has not passed: %j', (parameters, where) => {
    const { status, stdout } = green('true', ...parameters)
    expect({ status, stdout }).toEqual({
      status: 1,
      stdout: `::error::CI has not passed for commit ${commit}${where}. Wait until it has, then run this again.\n`,
    })
  })

  it('fails when the request to GitHub fails', () => {
    expect(green('exit 4', 'main')).toMatchObject({ status: 4, stdout: '' })
  })
})
