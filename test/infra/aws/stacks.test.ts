import { Stack } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { httpFunctionIds } from '../../../functions/index.ts'
import type { Resource } from '../../harness/sandbox/template.ts'
import { everything, makeStack, synthesize } from './synthesize.ts'

describe('the stacks', () => {
  const main = makeStack(everything)
  const stacks = main.node.findAll().filter((one) => Stack.isStack(one))
  const sizes = stacks.map((one) => {
    const { Resources } = Template.fromStack(one).toJSON() as { Resources: object }
    return [one === main ? 'main' : one.node.id, Object.keys(Resources).length] as const
  })

  const size = (name: string) => Object.fromEntries(sizes)[name] ?? 0
  const largest = () => Math.max(...sizes.filter(([name]) => name !== 'main').map(([, one]) => one))

  it('each have fewer than 400 resources with everything on: CloudFormation ends at 500', () => {
    for (const [, one] of sizes) expect(one).toBeLessThan(400)
  })

  it('have room for 16 more routes in ten more nested stacks, and for five more functions in the largest', () => {
    const ofRoutes = ['AWS::ApiGatewayV2::Route', 'AWS::ApiGatewayV2::Integration']
    const template = Template.fromStack(main)
    const counted = ofRoutes.map((type) => Object.keys(template.findResources(type)).length)
    const perRoute = counted.reduce((sum, one) => sum + one, 0) / httpFunctionIds.length
    expect(perRoute).toBeGreaterThanOrEqual(2) // of each function only its route is in the main stack
    expect(size('main') + 16 * perRoute + 10).toBeLessThan(400)
    const perFunction = size('projects') / httpFunctionIds.filter((id) => id.startsWith('projects.')).length
    expect(largest() + 5 * perFunction).toBeLessThan(400)
  })

  it('each pass at most 200 values in and out, and have less than a megabyte: CloudFormation takes no more', () => {
    for (const one of stacks) {
      const { Parameters = {}, Outputs = {} } = Template.fromStack(one).toJSON() as Record<string, object>
      for (const values of [Parameters, Outputs]) expect(Object.keys(values).length).toBeLessThanOrEqual(200)
      expect(JSON.stringify(Template.fromStack(one)).length).toBeLessThan(1_000_000)
    }
  })

  it('each have at most 60 references to secrets: CloudFormation reads no more', () => {
    const references = stacks.map(
      (one) => JSON.stringify(Template.fromStack(one)).split('{{resolve:').length - 1,
    )
    expect(Math.max(...references)).toBeGreaterThan(3)
    expect(Math.max(...references)).toBeLessThanOrEqual(60)
  })

  it('are one for each resource of the API', () => {
    const resources = new Set(httpFunctionIds.map((id) => id.split('.')[0]))
    expect(new Set(sizes.map(([name]) => name))).toEqual(new Set(['main', ...resources]))
  })
})

describe('what a stack leaves behind', () => {
  it('is in docs/deploy-data.md, "Tear down"', () => {
    const kept = Object.values(synthesize(everything).template.toJSON().Resources as Record<string, Resource>)
      .filter(
        ({ DeletionPolicy }) => DeletionPolicy === 'Retain' || DeletionPolicy === 'RetainExceptOnCreate',
      )
      .map(({ Type }) => Type)
    const names: Record<string, string> = { 'AWS::DynamoDB::Table': '**The table**' }
    const text = readFileSync(resolve(import.meta.dirname, '../../../docs/deploy-data.md'), 'utf8')
    const [, section = ''] = text.split('\n## Tear down\n')
    expect(kept.length).toBeGreaterThan(1)
    for (const type of new Set(kept)) expect(section).toContain(names[type] ?? type)
  })
})
