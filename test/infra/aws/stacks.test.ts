import { Stack } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { AwsSolutionsChecks } from 'cdk-nag'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { httpFunctionIds } from '../../../lib/contract/functions.ts'
import { everything, makeStack } from './synthesize.ts'

describe('the stacks', () => {
  const main = makeStack(everything)
  const stacks = main.node.findAll().filter((one) => Stack.isStack(one))
  const sizes = stacks.map((one) => {
    const { Resources } = Template.fromStack(one).toJSON() as { Resources: object }
    return [one === main ? 'main' : one.node.id, Object.keys(Resources).length] as const
  })

  it('each have fewer than 400 resources with everything on: CloudFormation ends at 500', () => {
    for (const [, size] of sizes) expect(size).toBeLessThan(400)
  })

  it('each have at most 60 references to secrets: CloudFormation reads no more', () => {
    const references = stacks.map(
      (one) => JSON.stringify(Template.fromStack(one)).split('{{resolve:').length - 1,
    )
    expect(Math.max(...references)).toBeGreaterThan(3)
    expect(Math.max(...references)).toBeLessThanOrEqual(60)
  })

  it('are one for each resource of the API, and docs/deploy.md says how large they are', () => {
    const resources = new Set(httpFunctionIds.map((id) => id.split('.')[0]))
    expect(new Set(sizes.map(([name]) => name))).toEqual(new Set(['main', ...resources]))
    const largest = Math.max(...sizes.filter(([name]) => name !== 'main').map(([, size]) => size))
    const text = readFileSync(resolve(import.meta.dirname, '../../../docs/deploy.md'), 'utf8')
    const said = /the main stack has (\d+) resources, and the largest nested one (\d+)\./.exec(
      text.replaceAll(/\s+/g, ' '),
    )
    expect(said?.slice(1)).toEqual([String(Object.fromEntries(sizes).main), String(largest)])
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
