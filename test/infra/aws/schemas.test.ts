import { App, CloudFormationValidatePlugin } from 'aws-cdk-lib'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { settingNames } from '../../../infra/aws/settings.ts'
import { newTempFolder } from '../../harness/temp-folder.ts'
import { isWhole } from '../../support/rounds.ts'
import { write } from '../web-assets/project.ts'
import { combinations } from './combinations.ts'
import type { Templates } from './flatten.ts'
import { templatesFor } from './synthesize.ts'

/** AWS's own checks of templates, with the resource schemas of CloudFormation: they come with the CDK. */
const plugin = new CloudFormationValidatePlugin()
const appConstruct = new App()

/** A parameter whose name tells of a secret. Those of the nested stacks are the ARNs of secrets, not their values. */
const looksLikePassword = 'W2509'

/** What AWS's schemas say against the templates of a stack: resource, property and sentence. */
function findingsIn({ main, nested }: Templates): string[] {
  const folder = newTempFolder()
  const stackTemplates = Object.entries({ main, ...nested }).map(([name, template]) => {
    write(folder, { [`${name}.json`]: JSON.stringify(template) })
    return {
      stackConstructPath: name,
      templatePath: join(folder, `${name}.json`),
      accountId: undefined,
      region: undefined,
    }
  })
  const templatePaths = stackTemplates.map(({ templatePath }) => templatePath)
  return plugin
    .validate({ templatePaths, stackTemplates, appConstruct })
    .violations.filter(({ ruleName }) => ruleName !== looksLikePassword)
    .flatMap(({ ruleName, description, violatingResources }) =>
      violatingResources.map(
        ({ resourceLogicalId = 'the template' }) => `${ruleName} ${resourceLogicalId}: ${description}`,
      ),
    )
}

/** The time for a synthesis or two and a check, also on a busy machine. */
const busyMs = 300_000

/** In a change without what two others have as well, with a stage or a table that is known. */
const checked = Object.entries(combinations).filter(([name]) => isWhole || name !== 'everything on')

describe.each(checked)('the templates of %s', { timeout: busyMs }, (_, context) => {
  it('agree with the schemas of AWS', () => {
    expect(findingsIn(templatesFor(context))).toEqual([])
  })

  it('have fewer than 400 resources each: CloudFormation ends at 500', () => {
    const templates = templatesFor(context)
    for (const { Resources = {} } of [templates.main, ...Object.values(templates.nested)])
      expect(Object.keys(Resources).length).toBeLessThan(400)
  })
})

describe('the check of the schemas', () => {
  it('has templates with every setting', () => {
    const used = new Set(Object.values(combinations).flatMap((context) => Object.keys(context)))
    expect([...used].sort()).toEqual([...settingNames].sort())
  })

  it.each([
    ['unknown', { Colour: 'red' }, 'Colour: Additional properties are not allowed'],
    ['missing', { SSESpecification: {} }, "'SSEEnabled' is a required property"],
    ['of another type', { DeletionProtectionEnabled: 'perhaps' }, 'is not of type'],
    ['none of an enumeration', { BillingMode: 'FREE' }, 'is not one of'],
    [
      'unknown within another',
      { StreamSpecification: { Extra: 1 } },
      'StreamSpecification.Extra: Additional',
    ],
  ])('says which property is %s', { timeout: busyMs }, (_, wrong, sentence) => {
    const Properties = {
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
    }
    const table = (properties: object) => ({
      main: {
        Resources: {
          Table: {
            Type: 'AWS::DynamoDB::Table',
            DeletionPolicy: 'Retain',
            UpdateReplacePolicy: 'Retain',
            Properties: properties,
          },
        },
      },
      nested: {},
    })
    expect(findingsIn(table(Properties))).toEqual([])
    expect(findingsIn(table({ ...Properties, ...wrong })).join('\n')).toContain(sentence)
  })
})
