import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readStackSettings, settingNames } from '../../../infra/aws/settings.ts'
import { everything } from './synthesize.ts'

const messageOf = (context: Record<string, unknown>) => {
  try {
    readStackSettings(context)
  } catch (error) {
    if (error instanceof Error) return error.message
  }
  throw new Error('the settings were accepted')
}

describe('the settings', () => {
  it('have defaults for everything that a team need not decide at once', () => {
    expect(readStackSettings({})).toEqual({
      stageName: 'production',
      throttleRate: 500,
      throttleBurst: 1_000,
      logRetentionDays: 30,
      endpointAlarms: true,
      requestMetrics: true,
      corsOrigins: [],
      deliveryConcurrency: 10,
      webhookAllowedNetworks: [],
      tracing: false,
      webInterface: true,
      waf: false,
      wafRateLimit: 10_000,
    })
  })

  it('are read as JSON from cdk.json', () => {
    expect(readStackSettings(everything)).toMatchObject(everything)
  })

  it('are read as text from --context', () => {
    expect(
      readStackSettings({
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

  it('ignore the CDK’s own keys', () => {
    expect(
      readStackSettings({ '@aws-cdk/core:flag': true, 'aws:cdk:toolkit': 'x', 'cli-telemetry': false }),
    ).toEqual(readStackSettings({}))
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
    ['deliveryConcurrency', 1],
    ['webhookAllowedNetworks', '10.0.0.0'],
    ['tracing', 'on'],
    ['customerKeyArn', 'alias/mine'],
    ['webInterface', 'maybe'],
    ['waf', 'on'],
    ['wafRateLimit', 9],
    ['webAclArn', 'arn:aws:wafv2:eu-central-1:123456789012:regional/webacl/some/1'],
  ])('report the wrong key %s: %j', (key, value) => {
    expect(messageOf({ [key]: value })).toMatch(new RegExp(`^ {2}${key}\\S* (must|is needed)`, 'm'))
  })

  it('report all wrong keys at once, and list the known settings for an unknown one', () => {
    const message = messageOf({ stage: 'production', throttleRate: 'fast' })
    expect(message).toContain('throttleRate must be a whole number from 1 to 100000')
    expect(message).toContain('stage is not a setting; the settings are stageName, domainName, ')
  })

  it.each(['domainName', 'certificateArn'] as const)('need the other one with %s', (given) => {
    const missing = given === 'domainName' ? 'certificateArn' : 'domainName'
    expect(messageOf({ [given]: everything[given] })).toContain(`${missing} is needed`)
  })

  const webAclArn = 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/some/1'

  it('need a domain’s certificate in us-east-1, unless the web interface is off', () => {
    const { domainName } = everything
    const certificateArn = 'arn:aws:acm:eu-central-1:123456789012:certificate/some'
    expect(messageOf({ domainName, certificateArn })).toContain('certificateArn must be in us-east-1: ')
    expect(readStackSettings({ domainName, certificateArn, webInterface: false })).toMatchObject({
      certificateArn,
    })
  })

  it.each([
    [{ waf: true, webInterface: false }, 'waf needs the web interface'],
    [{ webAclArn, webInterface: false }, 'webAclArn needs the web interface'],
    [{ webAclArn, waf: true }, 'webAclArn must go without waf'],
  ])('refuse %j', (context, message) => {
    expect(messageOf(context)).toContain(message)
  })

  it('accept waf only in us-east-1, if the region is known, and a web ACL from there in any region', () => {
    expect(() => readStackSettings({ waf: true }, 'eu-central-1')).toThrow(
      'waf must be false in eu-central-1: ',
    )
    expect(readStackSettings({ waf: true }, 'us-east-1').waf).toBe(true)
    expect(readStackSettings({ waf: true }, undefined).waf).toBe(true)
    expect(readStackSettings({ webAclArn }, 'eu-central-1').webAclArn).toBe(webAclArn)
  })

  it('are exactly those in docs/deploy.md', () => {
    const manual = readFileSync(resolve(import.meta.dirname, '../../../docs/deploy.md'), 'utf8')
    const [, section = ''] = manual.split('\n## Settings\n')
    const rows = section.split('\n## ')[0]?.matchAll(/^\| `(\w+)`/gm) ?? []
    expect([...rows].map(([, name]) => name).sort()).toEqual([...settingNames].sort())
  })
})
