import { createHash, createHmac } from 'node:crypto'

type Hashing = ReturnType<typeof createHash | typeof createHmac>

/**
 * Replaces @smithy/core/checksum. The clients use only its SHA-256, to sign requests. The original also contains
 * an implementation in JavaScript, for machines without Node's crypto, which Lambda has. This saves 3.7 KiB.
 */
export class Sha256 {
  readonly #start: () => Hashing
  #hash: Hashing

  /** With a secret, it computes an HMAC. */
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

/** The client of SQS names it as its default; lib/table/queue/sqs.ts turns the check off that would use it. */
export const Md5 = undefined
