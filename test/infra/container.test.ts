import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import lock from '../../package-lock.json' with { type: 'json' }
import { endpoints } from '../../functions/index.ts'
import { settingTexts } from '../../infra/local/settings.ts'
import { basePath } from '../../lib/contract/routes.ts'

/** The Dockerfile's instructions, each on one line. */
const instructions = readFileSync('Dockerfile', 'utf8')
  .replace(/^#.*\n/gm, '')
  .replaceAll('\\\n', ' ')
  .split('\n')
  .filter((line) => line !== '')

const argumentsOf = (name: string): string[] =>
  instructions.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1).trim())

const compose = readFileSync('compose.yaml', 'utf8')

/** The entries of a list or a map of compose.yaml, without quotes. */
const entriesOf = (name: string): string[] => {
  const [, block = ''] = new RegExp(`^    ${name}:\\n((?:      .*\\n)+)`, 'm').exec(compose) ?? []
  return block
    .trimEnd()
    .split('\n')
    .map((line) => line.trim().replace(/^- /, '').replaceAll("'", ''))
}

const copied = argumentsOf('COPY').flatMap((line) => line.split(' ').slice(0, -1))
const set = new Map(
  argumentsOf('ENV').flatMap((line) => line.split(' ').map((pair) => pair.split('=') as [string, string])),
)
const settings = settingTexts.map(({ variable }) => variable)
const health = endpoints.find(({ id }) => id === 'health.get')

describe('the Dockerfile', () => {
  it('begins with the version of Node that npm ci installs', () => {
    const version = lock.packages['node_modules/node'].version
    expect(argumentsOf('FROM')).toEqual([
      `--platform=linux/amd64 docker.io/library/node:${version}-bookworm-slim`,
    ])
  })

  it('copies only what is there and what .dockerignore lets through, and no folder of data or settings', () => {
    expect(copied.filter((path) => !existsSync(path))).toEqual([])
    const rules = readFileSync('.dockerignore', 'utf8').split('\n')
    const allowed = rules.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
    expect(rules).toContain('*')
    expect(allowed.sort()).toEqual([...copied].sort())
    expect(copied.filter((path) => path.startsWith('.'))).toEqual([])
  })

  it('sets only settings that the service has, and no secret', () => {
    expect([...set.keys()].filter((name) => !settings.includes(name))).toEqual([])
    expect([...set.keys()].filter((name) => /SECRET|TOKEN|KEY/.test(name))).toEqual([])
    expect(argumentsOf('ARG')).toEqual([])
  })

  it('runs the service as somebody else than root, who can write the volume', () => {
    expect(argumentsOf('USER')).toEqual(['node'])
    const data = String(set.get('DATA_DIR'))
    expect(argumentsOf('VOLUME')).toEqual([data])
    expect(instructions.join('\n')).toContain(`install -d -o node -g node -m 700 ${data}`)
    const [program, script = ''] = JSON.parse(argumentsOf('CMD')[0] ?? '') as string[]
    expect(program).toBe('node')
    expect(existsSync(script)).toBe(true)
  })

  it('asks an endpoint of the contract whether the service is healthy', () => {
    const [check = ''] = argumentsOf('HEALTHCHECK')
    const [program, , script = ''] = JSON.parse(check.slice(check.indexOf('[')).trim()) as string[]
    expect(program).toBe('node')
    expect(health).toMatchObject({ method: 'GET', auth: { kind: 'none' } })
    expect(script).toContain(`http://127.0.0.1:\${process.env.PORT}${basePath}${String(health?.path)}\``)
  })
})

describe('compose.yaml', () => {
  it('keeps the data in a volume, and has a root that nobody can write', () => {
    expect(entriesOf('volumes')).toEqual([`data:${String(set.get('DATA_DIR'))}`])
    expect(compose).toMatch(/^ {4}read_only: true$/m)
    expect(entriesOf('tmpfs')).toEqual(['/tmp'])
    expect(entriesOf('cap_drop')).toEqual(['ALL'])
    expect(entriesOf('security_opt')).toEqual(['no-new-privileges:true'])
  })

  it('lets only this machine reach the service', () => {
    const port = String(set.get('PORT'))
    expect(entriesOf('ports')).toEqual([`127.0.0.1:${port}:${port}`])
    expect(argumentsOf('EXPOSE')).toEqual([port])
  })

  it('passes on settings that the service has, and holds the value of none', () => {
    const passed = entriesOf('environment').map((line) => line.split(': '))
    expect(passed.length).toBeGreaterThan(0)
    expect(passed.filter(([name = '']) => !settings.includes(name))).toEqual([])
    expect(passed.filter(([name = '', value]) => value !== `\${${name}:-}`)).toEqual([])
  })

  it('waits longer than the service takes to stop', () => {
    const [, seconds] = /stop_grace_period: (\d+)s/.exec(compose) ?? []
    expect(Number(seconds)).toBeGreaterThan(15) // infra/local/command.ts
  })
})
