import { createHash, createHmac } from 'node:crypto'

type Hashing = ReturnType<typeof createHash | typeof createHmac>

/**
 * In place of @smithy/core/checksum, of which DynamoDB's client takes the SHA-256 alone, to sign its requests. That one
 * brings a second one along, in JavaScript, for machines whose Node has none; Lambda's has it. That is 3.7 KiB, which
 * the largest bundle needs to stay below its limit of 300 KiB.
 */
export class Sha256 {
  readonly #start: () => Hashing
  #hash: Hashing

  /** With a secret it is an HMAC. */
  constructor(secret?: string | ArrayBuffer | NodeJS.ArrayBufferView) {
    const key = secret instanceof ArrayBuffer ? new Uint8Array(secret) : secret
    this.#start = () => (key === undefined ? createHash('sha256') : createHmac('sha256', key))
    this.#hash = this.#start()
  }

  update(data: string | NodeJS.ArrayBufferView): void {
    this.#hash.update(data)
  }

  digest(): Promise<Uint8Array> {
    return Promise.resolve(new Uint8Array(this.#hash.digest()))
  }

  reset(): void {
    this.#hash = this.#start()
  }
}
