import { Stack } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { describe, expect, it } from 'vitest'
import { httpFunctionIds } from '../../../functions/index.ts'
import { originSecretHeader } from '../../../lib/http/check-origin.ts'
import { createOriginSecrets } from '../../../infra/aws/cdn/origin-secret.ts'
import { readStackSettings } from '../../../infra/aws/stage-settings.ts'
import { functionsOf } from '../../harness/sandbox/template.ts'
import { sentBy } from './sent-by-cdn.ts'
import { webAclArn } from './combinations.ts'
import { everything, makeStack, synthesize, type Synthesized } from './synthesize.ts'

/** What each function accepts, by id. */
const acceptedBy = (stack: Synthesized) =>
  new Map(
    [...functionsOf(stack, 'none')].map(([id, { variables }]) => [id, variables.ORIGIN_SECRETS?.split(',')]),
  )

/** What the functions accept; all of routes accept the same. */
function acceptedOf(stack: Synthesized): string[] | undefined {
  const accepted = acceptedBy(stack)
  const first = accepted.get(String(httpFunctionIds[0]))
  for (const [id, secrets] of accepted)
    expect(secrets, id).toEqual(httpFunctionIds.includes(id) ? first : undefined)
  return first
}

/** What is sent and accepted with a number, as references to secrets. */
function referencesWith(originSecretNumber?: number): { sent: string; accepted: string[] } {
  const stack = new Stack()
  const numbered = originSecretNumber === undefined ? {} : { originSecretNumber }
  const secrets = createOriginSecrets(stack, readStackSettings({ webAclArn, ...numbered }))
  const textIn = (reference?: string) => JSON.stringify(stack.resolve(reference))
  const named = (text: string) => [...text.matchAll(/OriginSecrets\w+/g)].map(([id]) => id)
  return { sent: String(named(textIn(secrets?.sent))[0]), accepted: named(textIn(secrets?.accepted)) }
}

describe('the origin secret', () => {
  const full = synthesize(everything)

  it('is not there without a web ACL, nor a header or a check', () => {
    const stack = synthesize()
    expect(stack.resources('AWS::SecretsManager::Secret')).toEqual({})
    expect(sentBy(stack)).toEqual({})
    expect(acceptedOf(stack)).toBeUndefined()
  })

  it('is sent by CloudFront, and demanded by each function of a route', () => {
    const { [originSecretHeader]: sent, ...others } = sentBy(full)
    expect(others).toEqual({})
    expect(sent).toMatch(/^\w{64}$/)
    expect(acceptedOf(full)).toHaveLength(3)
    expect(acceptedOf(full)).toContain(sent)
  })

  it('is sent, but not demanded, with originCheck=false', () => {
    const stack = synthesize({ webAclArn, originCheck: false })
    expect(sentBy(stack)).toHaveProperty(originSecretHeader)
    expect(acceptedOf(stack)).toBeUndefined()
  })

  it('is made by Secrets Manager, so that no template has it', () => {
    const secrets = Object.values(full.resources('AWS::SecretsManager::Secret'))
    expect(secrets.map(({ Properties }) => Properties.GenerateSecretString)).toEqual(
      Array(3).fill({ PasswordLength: 64, ExcludePunctuation: true }),
    )
  })

  it('is rotated without a gap: before and after a step, the functions accept what is sent before and after', () => {
    const [first, second, third] = [1, 2, 3].map(referencesWith)
    expect(new Set([first?.sent, second?.sent, third?.sent]).size).toBe(3)
    for (const one of [first, second])
      expect(one?.accepted).toEqual(expect.arrayContaining([first?.sent, second?.sent]))
    expect(third?.accepted).not.toContain(first?.sent) // two steps end a secret
    expect(referencesWith()).toEqual(first)
  })

  describe('in the stacks', () => {
    const main = makeStack({ ...everything })
    const stacks = main.node.findAll().filter((one) => Stack.isStack(one))

    it('is demanded only after CloudFront sends it: the functions’ stacks change after the distribution', () => {
      const distribution = Object.keys(
        Template.fromStack(main).findResources('AWS::CloudFront::Distribution'),
      )
      const nested = Template.fromStack(main).findResources('AWS::CloudFormation::Stack')
      const dependencies = Object.values(nested as Record<string, { DependsOn?: string[] }>)
      expect(dependencies).toHaveLength(stacks.length - 1)
      for (const { DependsOn } of dependencies)
        expect(DependsOn).toEqual(expect.arrayContaining(distribution))
    })

    it('leaves each template below the 60 dynamic references that CloudFormation takes', () => {
      for (const stack of stacks) {
        const text = JSON.stringify(Template.fromStack(stack).toJSON())
        expect(text.split('{{resolve:').length - 1, stack.node.id).toBeLessThan(60)
      }
    })
  })
})
