import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { viewerAddressHeader } from '../../../infra/aws/cdn/viewer-address.ts'
import { synthesize } from './synthesize.ts'

const stack = synthesize()
const [functionId = '', created] =
  Object.entries(stack.resources('AWS::CloudFront::Function')).find(([, { Properties }]) =>
    String(Properties.FunctionCode).includes(viewerAddressHeader),
  ) ?? []
const { FunctionCode, FunctionConfig } = created?.Properties ?? {}

/** A behavior of the distribution, named as in CloudFormation. */
interface Behavior {
  PathPattern?: string
  FunctionAssociations?: unknown
}

describe('CloudFront', () => {
  it('runs the function for each request to the API, and for none to the files', () => {
    const { CacheBehaviors, DefaultCacheBehavior } = stack.only('AWS::CloudFront::Distribution').Properties
      .DistributionConfig as { CacheBehaviors: Behavior[]; DefaultCacheBehavior: Behavior }
    const runs = [{ EventType: 'viewer-request', FunctionARN: { 'Fn::GetAtt': [functionId, 'FunctionARN'] } }]
    const ofApi = CacheBehaviors.filter(({ PathPattern }) =>
      /^\/(?:v1|\.well-known\/oauth)/.test(PathPattern ?? ''),
    )
    expect(ofApi).toMatchObject([
      { PathPattern: '/v1', FunctionAssociations: runs },
      { PathPattern: '/v1/*', FunctionAssociations: runs },
      { PathPattern: '/.well-known/oauth-protected-resource*', FunctionAssociations: runs },
    ])
    const others = CacheBehaviors.filter((one) => !ofApi.includes(one))
    expect(JSON.stringify(others)).not.toContain(functionId)
    expect(DefaultCacheBehavior).not.toHaveProperty('FunctionAssociations')
    expect(FunctionConfig).toMatchObject({ Runtime: 'cloudfront-js-2.0' })
  })

  it('tells the API who has called, whatever the caller says about that, and changes nothing else', () => {
    const forged = { value: '198.51.100.1', multiValue: [{ value: '198.51.100.1' }, { value: '::1' }] }
    const headers = { origin: { value: 'https://a.example' } }
    const request = { method: 'POST', uri: '/v1/hooks/key', querystring: {}, cookies: {} }
    const event = {
      viewer: { ip: '203.0.113.7' },
      request: { ...request, headers: { ...headers, [viewerAddressHeader]: forged } },
    }
    const sent = runInNewContext(`${String(FunctionCode)}; handler(event)`, { event }) as unknown
    const told = { value: '203.0.113.7' }
    // as JSON: its objects are of another realm
    expect(JSON.parse(JSON.stringify(sent))).toEqual({
      ...request,
      headers: { ...headers, [viewerAddressHeader]: told },
    })
  })
})
