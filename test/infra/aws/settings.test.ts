import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSettings, settingNames } from '../../../infra/aws/settings.ts'
import { everything } from './synthesize.ts'

const messageOf = (context: Record<string, unknown>) => {
  try {
    readSettings(context)
  } catch (error) {
    if (error instanceof Error) return error.message
  }
  throw new Error('the settings were taken')
}

describe('the settings', () => {
  it('have defaults for everything that a team must not decide at once', () => {
    expect(readSettings({})).toEqual({
      stageName: 'production',
      throttleRate: 500,
      throttleBurst: 1_000,
      logRetentionDays: 30,
      endpointAlarms: true,
      requestMetrics: true,
      corsOrigins: [],
      tracing: false,
    })
  })

  it('are taken as JSON, from cdk.json', () => {
    expect(readSettings(everything)).toMatchObject(everything)
  })

  it('are taken as text, from --context', () => {
    expect(
      readSettings({
        throttleRate: '50',
        tracing: 'true',
        logRetentionDays: '90',
        corsOrigins: 'https://a.example, https://b.example:8443',
        reservedConcurrency: '5',
      }),
    ).toMatchObject({
      throttleRate: 50,
      tracing: true,
      logRetentionDays: 90,
      corsOrigins: ['https://a.example', 'https://b.example:8443'],
      reservedConcurrency: 5,
    })
  })

  it('leave the CDK’s own keys alone', () => {
    expect(
      readSettings({ '@aws-cdk/core:flag': true, 'aws:cdk:toolkit': 'x', 'cli-telemetry': false }),
    ).toEqual(readSettings({}))
  })

  it.each([
    ['stageName', 'Production!'],
    ['domainName', 'https://api.example.com'],
    ['certificateArn', 'some-certificate'],
    ['throttleRate', 'fast'],
    ['throttleRate', 0],
    ['throttleBurst', 1.5],
    ['logRetentionDays', 31],
    ['alarmEmail', 'ops'],
    ['endpointAlarms', 'maybe'],
    ['requestMetrics', 1],
    ['defaultTaskQuota', ''],
    ['corsOrigins', 'https://app.example.com/path'],
    ['reservedConcurrency', { 'tasks.creat': 5 }],
    ['tracing', 'on'],
    ['customerKeyArn', 'alias/mine'],
  ])('name the wrong key %s: %j', (key, value) => {
    expect(messageOf({ [key]: value })).toMatch(new RegExp(`^ {2}${key}\\S* (must|is needed)`, 'm'))
  })

  it('name every wrong key at once, and an unknown one with those that there are', () => {
    const message = messageOf({ stage: 'production', throttleRate: 'fast' })
    expect(message).toContain('throttleRate must be a whole number from 1 to 100000')
    expect(message).toContain('stage is not a setting; there are stageName, domainName, ')
  })

  it.each(['domainName', 'certificateArn'] as const)('want the other one with %s', (given) => {
    const missing = given === 'domainName' ? 'certificateArn' : 'domainName'
    expect(messageOf({ [given]: everything[given] })).toContain(`${missing} is needed`)
  })

  it('are all in docs/deploy.md, and no other', () => {
    const manual = readFileSync(resolve(import.meta.dirname, '../../../docs/deploy.md'), 'utf8')
    const [, section = ''] = manual.split('\n## Settings\n')
    const rows = section.split('\n## ')[0]?.matchAll(/^\| `(\w+)`/gm) ?? []
    expect([...rows].map(([, name]) => name).sort()).toEqual([...settingNames].sort())
  })
})
