import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { newTempFolder } from '../../harness/temp-folder.ts'
import { write } from '../web-assets/project.ts'

/** Stands in for a command: notes what it is asked, and then does what the lines say. */
const standIn = (name: string, lines = '') => `#!/bin/sh
echo "${name} $*" >>"$ASKED"
if [ -n "$FAILS" ] && echo "${name} $*" | grep -q "$FAILS"; then exit 1; fi
${lines}
`

const commands = {
  npx: standIn(
    'npx',
    `while [ $# -gt 1 ]; do if [ "$1" = --outputs-file ]; then
  echo '{"TasksApi-rehearsal":{"BaseUrl":"https://x.example/v1","TableName":"tasks-1"}}' >"$2"; fi; shift; done`,
  ),
  npm: standIn('npm'),
  git: standIn('git', `if [ "$1" = worktree ]; then mkdir -p "$3"; else echo abc1234; fi`),
  aws: standIn(
    'aws',
    `case "$1 $2" in 'lambda invoke') for last; do :; done; echo '{"statusCode":401}' >"$last" ;; *) echo 123 ;; esac`,
  ),
}

/** Runs .ci/rehearse with stand-ins. Returns its exit code, its summary, and what the stand-ins were asked. */
function rehearse(release: string, fails = '') {
  const folder = newTempFolder()
  write(folder, commands)
  const [summary, asked] = [join(folder, 'summary.md'), join(folder, 'asked')]
  for (const name of Object.keys(commands)) spawnSync('chmod', ['+x', join(folder, name)])
  const { status } = spawnSync(resolve('.ci/rehearse'), ['emulator', release], {
    env: {
      ...{ PATH: `${folder}:${String(process.env.PATH)}`, HOME: folder, TMPDIR: folder },
      ...{ GITHUB_STEP_SUMMARY: summary, ASKED: asked, FAILS: fails, AWS_REGION: 'us-east-1' },
    },
  })
  const linesOf = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [])
  return { status, summary: linesOf(summary), asked: linesOf(asked) }
}

it('.ci/rehearse deploys the last release, this commit, the release again, and leaves nothing', () => {
  const { status, summary, asked } = rehearse('v0.2.0')
  expect(summary).toEqual([
    '## Rehearsal of abc1234, on: emulator',
    ...['bootstrap', 'deploy v0.2.0', 'upgrade from v0.2.0', 'roll back to v0.2.0', 'destroy'].map(
      (step) => `- ${step}: passed`,
    ),
  ])
  expect(status).toBe(0)
  const kinds = asked.flatMap((line) => /cdk (\w+)|(lambda invoke|delete-table)/.exec(line)?.slice(1) ?? [])
  const test = ['deploy', 'lambda invoke']
  expect(kinds.filter(Boolean)).toEqual(['bootstrap', ...test, ...test, ...test, 'destroy', 'delete-table'])
})

it('.ci/rehearse says that it had no release to update', () => {
  const { status, summary } = rehearse('')
  expect(status).toBe(0)
  expect(summary).toContain('- upgrade and roll back: not run, there is no release')
  expect(summary).toContain('- deploy: passed')
})

it.each([
  ['a deployment', 'cdk deploy', '- deploy v0.2.0: **failed**'],
  ['a test', 'lambda invoke', '- deploy v0.2.0: **failed**'],
  ['the end', 'cdk destroy', '- destroy: **failed**'],
])('.ci/rehearse fails with %s, and says where', (_, fails, line) => {
  const { status, summary } = rehearse('v0.2.0', fails)
  expect(status).not.toBe(0)
  expect(summary.filter((one) => one.includes('failed'))).toEqual([line])
  expect(summary.at(-1)).toBe(line)
})
