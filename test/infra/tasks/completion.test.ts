import { execFileSync } from 'node:child_process'
import { beforeAll, describe, expect, it } from 'vitest'
import { tasks } from './run.ts'

/** The script for each shell. */
let scripts: Record<'bash' | 'zsh', string>

beforeAll(async () => {
  const [bash, zsh] = await Promise.all([tasks(['completion', 'bash']), tasks(['completion', 'zsh'])])
  scripts = { bash: bash.stdout, zsh: zsh.stdout }
})

/** What bash offers for a line, of which the last word is completed. */
function offered(line: string): string[] {
  const words = line.split(' ')
  const question = `
    eval "$1"; shift
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
    _tasks
    printf '%s\\n' "\${COMPREPLY[@]}"`
  const out = execFileSync('bash', ['-c', question, 'bash', scripts.bash, ...words], { encoding: 'utf8' })
  return out.trim().split('\n')
}

describe('tasks completion bash', () => {
  it.each([
    [
      'tasks ',
      [
        'start',
        'listen',
        'rules',
        'revert',
        'admin',
        'mcp',
        'help',
        'version',
        'doctor',
        'completion',
        '--version',
        '--help',
      ],
    ],
    ['tasks st', ['start']],
    ['tasks admin acc', ['account']],
    ['tasks rules ', ['list', 'run', 'log', '--json', '--url', '--token', '--help']],
    ['tasks rules log --outcome f', ['failed']],
    ['tasks admin account ex', ['export']],
    [
      'tasks admin account export --',
      ['--account', '--out', '--trash', '--json', '--table', '--region', '--help'],
    ],
    ['tasks admin --json token cr', ['create']],
    ['tasks admin account create --plan ', ['pro', 'free']],
    ['tasks admin account create --plan free --na', ['--name']],
    ['tasks admin account export --out ', ['']], // a name of a file, which bash completes
    ['tasks listen --f', ['--forward-to']],
    ['tasks listen trigger task.comp', ['task.completed']],
    ['tasks listen trigger --', ['--forward-to', '--secret', '--help']],
    ['tasks listen --events task.comp', ['task.completed']],
    ['tasks admin token create --scopes w', ['write']],
    ['tasks completion ', ['bash', 'zsh', '--help']],
    ['tasks nonsense st', ['start']],
  ])('offers for %j: %j', (line, words) => {
    expect(offered(line)).toEqual(words)
  })
})

it('tasks completion zsh offers the same', () => {
  const casesOf = (script: string) =>
    Array.from(script.matchAll(/^ {4}\(?('.*\)) \w+='(.*)' ;;$/gm), ([, at, words]) => [at, words])
  expect(casesOf(scripts.zsh).length).toBeGreaterThan(20)
  expect(casesOf(scripts.zsh)).toEqual(casesOf(scripts.bash))
})
