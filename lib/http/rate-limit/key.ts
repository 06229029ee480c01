import { createHash } from 'node:crypto'
import { accountPartition, type Key } from '../../table/item.ts'

/** Requests that are counted together, and their limit per minute. */
export interface Bucket {
  /** The name of the limit in the headers, such as `token` or `account`. */
  policy: string
  accountId: string
  /** Distinguishes the buckets of one policy. Only its hash is stored, because it may hold a person's IP address. */
  key: string
  /** Requests per minute. */
  limit: number
}

/** Every bucket counts requests per minute. */
export const windowMs = 60_000

/** One minute of one bucket. */
export interface CountedMinute extends Pick<Bucket, 'accountId' | 'policy'> {
  digest: Buffer
  startMs: number
}

/** Returns a hash that identifies a bucket without revealing its key. */
export const digestOf = ({ accountId, policy, key }: Bucket): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([accountId, policy, key]))
    .digest()
    .subarray(0, 16)

/** Returns the key of the item in which all containers add up the requests of a minute. */
export const rateKey = ({ accountId, policy, digest, startMs }: CountedMinute): Key => ({
  pk: `${accountPartition(accountId)}#RATE#${policy}#${digest.toString('hex')}`,
  sk: new Date(startMs).toISOString(),
})

/** An IAM `StringLike` pattern that matches the partitions of these items and no others. */
export const ratePartitions = `${accountPartition('*')}#RATE#*`
