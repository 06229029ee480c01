import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readLocalSettings } from '../../../infra/local/settings.ts'

const guide = readFileSync('docs/self-hosting.md', 'utf8')

/** The lines `name=value` of the block that begins with a line. */
function blockOf(language: string, first: string): Map<string, string> {
  const start = guide.indexOf(`\`\`\`${language}\n${first}`)
  const text = guide.slice(start, guide.indexOf('\n```', start))
  return new Map([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]))
}

const unit = blockOf('ini', '[Unit]')
const variables = blockOf('sh', 'DATA_DIR=')

describe('the unit of systemd in the guide', () => {
  it('starts what is there, from the folder of the code', () => {
    const folder = `${String(unit.get('WorkingDirectory'))}/`
    const [program = '', script = ''] = (unit.get('ExecStart') ?? '').split(' ')
    expect(program.startsWith(folder)).toBe(true)
    expect([program.slice(folder.length), script].filter((path) => !existsSync(path))).toEqual([])
  })

  it('lets the service end before its engine, and writes the demo account’s token to no journal', () => {
    expect(unit.get('KillMode')).toBe('mixed')
    // longer than the service takes at most: infra/local/main.ts
    expect(Number(unit.get('TimeoutStopSec'))).toBeGreaterThan(15)
    expect(unit.get('StandardOutput')).toBe('null')
  })

  it('has a command line that cron can run, whose PATH is /usr/bin:/bin', () => {
    const [, program = ''] = /^exec (\S+) -u tasks-api/m.exec(guide) ?? []
    expect(program).toBe('/usr/sbin/runuser')
  })

  it('has settings that the guide explains, and that the service takes', () => {
    const explained = [...guide.matchAll(/^\| `([A-Z_]+)` /gm)].map(([, name]) => name)
    expect([...variables.keys()].filter((name) => !explained.includes(name))).toEqual([])
    const { trustProxy, webhookNetworks } = readLocalSettings(Object.fromEntries(variables))
    expect(trustProxy).toBeDefined()
    expect(webhookNetworks).toBe('')
  })
})
