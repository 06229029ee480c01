import { Stack } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { AwsSolutionsChecks } from 'cdk-nag'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { httpFunctionIds } from '../../../functions/index.ts'
import { everything, makeStack } from './synthesize.ts'

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

  it('have room for 30 more routes in ten more nested stacks, and for five more functions in the largest', () => {
    const ofRoutes = ['AWS::ApiGatewayV2::Route', 'AWS::ApiGatewayV2::Integration']
    const template = Template.fromStack(main)
    const counted = ofRoutes.map((type) => Object.keys(template.findResources(type)).length)
    const perRoute = counted.reduce((sum, one) => sum + one, 0) / httpFunctionIds.length
    expect(perRoute).toBeGreaterThanOrEqual(2) // of each function only its route is in the main stack
    expect(size('main') + 30 * perRoute + 10).toBeLessThan(400)
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

  it('are one for each resource of the API, and docs/deploy-watching.md says how large they are', () => {
    const resources = new Set(httpFunctionIds.map((id) => id.split('.')[0]))
    expect(new Set(sizes.map(([name]) => name))).toEqual(new Set(['main', ...resources]))
    const text = readFileSync(resolve(import.meta.dirname, '../../../docs/deploy-watching.md'), 'utf8')
    const said = /the main stack has (\d+) resources, and the largest nested one (\d+)\./.exec(
      text.replaceAll(/\s+/g, ' '),
    )
    expect(said?.slice(1)).toEqual([String(size('main')), String(largest())])
  })
})

describe('cdk-nag', () => {
  const findings = (of: Stack) => new AwsSolutionsChecks().validateScope(of).violations

  it.each([
    ['with default settings', {}],
    ['with everything on', everything],
  ])('has no findings for the stack %s', (_, context) => {
    expect(findings(makeStack(context))).toEqual([])
  })

  it('would speak up', () => {
    const other = new Stack()
    new Topic(other, 'Topic')
    expect(findings(other)).not.toEqual([])
  })
})
