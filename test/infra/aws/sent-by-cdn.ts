import { textOf } from '../../harness/sandbox/template.ts'
import type { Synthesized } from './synthesize.ts'

/** The members of an origin that these tests read. */
interface Origin {
  OriginCustomHeaders?: { HeaderName: string; HeaderValue: Parameters<typeof textOf>[1] }[]
}

/** The headers that CloudFront adds to requests, as CloudFormation would put them together. */
export function sentBy(stack: Synthesized): Record<string, string> {
  const { Origins } = stack.only('AWS::CloudFront::Distribution').Properties.DistributionConfig as {
    Origins: Origin[] // named as in CloudFormation
  }
  const headers = Origins.flatMap(({ OriginCustomHeaders = [] }) => OriginCustomHeaders)
  return Object.fromEntries(
    headers.map(({ HeaderName, HeaderValue }) => [HeaderName, textOf(stack, HeaderValue, 'none')]),
  )
}
