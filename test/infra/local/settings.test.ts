import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readLocalSettings, readStorageSettings, settingTexts } from '../../../infra/local/settings.ts'

const refusals: [name: string, value: string, sentence: string][] = [
  ['PORT', 'http', 'PORT must be a whole number from 0 to 65535, not "http".'],
  ['PORT', '65536', 'PORT must be a whole number from 0 to 65535, not "65536".'],
  ['PORT', '1e3', 'PORT must be a whole number from 0 to 65535, not "1e3".'],
  [
    'DYNAMODB_ENDPOINT',
    'nowhere',
    'DYNAMODB_ENDPOINT must be a URL such as http://localhost:8000, not "nowhere".',
  ],
  [
    'DYNAMODB_ENDPOINT',
    'localhost:8000',
    'DYNAMODB_ENDPOINT must be a URL such as http://localhost:8000, not "localhost:8000".',
  ],
  [
    'TABLE_NAME',
    'a b',
    'TABLE_NAME must be 3 to 255 letters, digits, dots, dashes and underscores, not "a b".',
  ],
  [
    'PUBLIC_ORIGIN',
    'tasks.example.com',
    'PUBLIC_ORIGIN must be an origin without a path, such as https://tasks.example.com, not "tasks.example.com".',
  ],
  ['TRUST_PROXY', 'nginx', 'TRUST_PROXY must be the number of proxies'],
  ['CORS_ORIGINS', 'app.example.com', 'CORS_ORIGINS must be origins such as https://app.example.com'],
  ['CORS_ORIGINS', 'https://a.example, https://b.example/', 'or *, not "https://b.example/".'],
  ['HISTORY_DAYS', '401', 'HISTORY_DAYS must be a whole number from 0 to 400, not "401".'],
  ['WEBHOOK_ALLOWED_NETWORKS', 'foo', 'WEBHOOK_ALLOWED_NETWORKS must be networks in CIDR notation'],
  ['WEBHOOK_ALLOWED_NETWORKS', '10.0.0.5', 'This is not a network: "10.0.0.5"'],
  [
    'POWERTOOLS_LOG_LEVEL',
    'foo',
    'POWERTOOLS_LOG_LEVEL must be one of DEBUG, INFO, WARN, ERROR, CRITICAL, SILENT, not "foo".',
  ],
  ['POWERTOOLS_METRICS_DISABLED', 'no', 'POWERTOOLS_METRICS_DISABLED must be true or false, not "no".'],
  [
    'VIEWER_ADDRESS_HEADER',
    'X Y',
    'VIEWER_ADDRESS_HEADER must be the name of a header in lower case, not "X Y".',
  ],
  ['AWS_REGION', 'foo bar', 'AWS_REGION must be a region such as eu-west-1, not "foo bar".'],
]

describe('the settings of the service on one machine', () => {
  it.each(refusals)('%s=%s is refused by one sentence', (name, value, sentence) => {
    expect(() => readLocalSettings({ [name]: value })).toThrow(sentence)
  })

  it.each(settingTexts.map(({ variable }) => variable))('%s may be empty', (variable) => {
    expect(readLocalSettings({ [variable]: '' })).toEqual({
      ...readLocalSettings({}),
      // the one whose empty value says something: no networks
      ...(variable === 'WEBHOOK_ALLOWED_NETWORKS' && { webhookNetworks: '' }),
    })
  })

  it('let webhooks reach this machine as long as nobody else reaches the service', () => {
    const networksOf = (variables: NodeJS.ProcessEnv) => readLocalSettings(variables).webhookNetworks
    expect(networksOf({})).toBe('127.0.0.1/32,::1/128')
    expect(networksOf({ HOST: '0.0.0.0' })).toBe('')
    expect(networksOf({ WEBHOOK_ALLOWED_NETWORKS: '10.1.0.0/16' })).toBe('10.1.0.0/16')
  })

  it('take a level of the log in any case', () => {
    expect(readLocalSettings({ POWERTOOLS_LOG_LEVEL: 'info' }).logLevel).toBe('INFO')
  })

  it('that concern callers alone do not stop a command', () => {
    const wrong = Object.fromEntries(
      refusals
        .filter(([name]) => !['DYNAMODB_ENDPOINT', 'TABLE_NAME', 'AWS_REGION'].includes(name))
        .map(([name, value]) => [name, value]),
    )
    expect(readStorageSettings({ ...wrong, TABLE_NAME: 'other' }).tableName).toBe('other')
  })

  it('are those of docs/self-hosting.md, with the same defaults', () => {
    const table =
      readFileSync('docs/self-hosting.md', 'utf8').split('\n## Settings\n')[1]?.split('\n## ')[0] ?? ''
    const documented = Array.from(
      table.matchAll(/^\| `([A-Z_]+)` +\| (\S*) *\|/gm),
      ([, variable, fallback]) => ({
        variable,
        fallback,
      }),
    )
    expect(settingTexts.map(({ variable, fallback }) => ({ variable, fallback }))).toEqual(documented)
  })
})
