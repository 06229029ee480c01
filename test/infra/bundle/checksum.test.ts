import { Sha256 as OfTheSdk } from '@smithy/core/checksum'
import { describe, expect, it } from 'vitest'
import { Sha256 } from '../../../infra/bundle/unused/checksum.ts'

describe('the SHA-256 with which a bundle signs its requests', () => {
  const secret = new TextEncoder().encode('AWS4secret')
  it.each([undefined, 'AWS4secret', secret, secret.buffer])(
    "is the SDK's own, keyed with %s",
    async (key) => {
      const [ours, theirs] = [new Sha256(key), new OfTheSdk(key)]
      for (let round = 0; round < 2; round++) {
        for (const hash of [ours, theirs]) {
          hash.reset()
          hash.update(new TextEncoder().encode('Ünïcode'))
          hash.update(new Uint8Array(100))
        }
        expect(await ours.digest()).toEqual(await theirs.digest())
      }
    },
  )
})
