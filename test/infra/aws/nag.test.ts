import { Stack } from 'aws-cdk-lib'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { AwsSolutionsChecks, NIST80053R5Checks, ServerlessChecks } from 'cdk-nag'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { combinations } from './combinations.ts'
import { makeStack } from './synthesize.ts'

type Pack = typeof AwsSolutionsChecks | typeof NIST80053R5Checks | typeof ServerlessChecks

const findings = (Checks: Pack, of: Stack) => new Checks().validateScope(of).violations

/** The rules in the table of docs/decisions.md, "Rules of AWS that are not followed". */
const explained = Array.from(
  readFileSync('docs/decisions.md', 'utf8').matchAll(/^\| `((?:NIST|Serverless)[\w.-]+)` +\| \S/gm),
  ([, rule]) => rule,
)

/** The time for a synthesis of each combination and their checks, also on a busy machine. */
const busyMs = 400_000

describe('cdk-nag', { timeout: busyMs }, () => {
  const stacks = Object.entries(combinations).map(([name, context]) => ({ name, stack: makeStack(context) }))

  it.each(stacks)('has no finding of AwsSolutions: $name', ({ stack }) => {
    expect(findings(AwsSolutionsChecks, stack)).toEqual([])
  })

  it('finds nothing for serverless applications and for NIST 800-53 but what docs/decisions.md gives a reason for', () => {
    const found = stacks.flatMap(({ stack }) =>
      [NIST80053R5Checks, ServerlessChecks].flatMap((pack) => findings(pack, stack)),
    )
    expect([...new Set(found.map(({ ruleName }) => ruleName))].sort()).toEqual([...explained].sort())
  })

  it('would speak up', () => {
    const other = new Stack()
    new Topic(other, 'Topic')
    expect(findings(AwsSolutionsChecks, other)).not.toEqual([])
  })
})
