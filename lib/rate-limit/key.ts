import { createHash } from 'node:crypto'
import { accountPartition, type Key } from '../store/item.ts'

/** What is counted together, and how much of it may come within a minute. */
export interface Bucket {
  /** Whose limit it is, as the headers name it: `token`, `account`. */
  policy: string
  accountId: string
  /** Tells the buckets of one policy apart. Only a hash of it is stored: it may be the address of a person. */
  key: string
  /** Requests per minute. */
  limit: number
}

/** All buckets count by the minute. */
export const windowMs = 60_000

/** One minute of one bucket. */
export interface CountedMinute extends Pick<Bucket, 'accountId' | 'policy'> {
  digest: Buffer
  startMs: number
}

/** Tells buckets apart without what they were made of. */
export const digestOf = ({ accountId, policy, key }: Bucket): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([accountId, policy, key]))
    .digest()
    .subarray(0, 16)

/** Where the containers add up what came in a minute. */
export const rateKey = ({ accountId, policy, digest, startMs }: CountedMinute): Key => ({
  pk: `${accountPartition(accountId)}#RATE#${policy}#${digest.toString('hex')}`,
  sk: new Date(startMs).toISOString(),
})

/** The partitions of all these items, and of no others, in the way in which IAM compares texts (`StringLike`). */
export const ratePartitions = `${accountPartition('*')}#RATE#*`
