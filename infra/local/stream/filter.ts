import type { _Record as StreamRecord, AttributeValue } from '@aws-sdk/client-dynamodb-streams'
import type { StreamFilter } from '../../../lib/contract/triggered.ts'

const hasText = (image: Record<string, AttributeValue> | undefined, path: readonly string[]): boolean => {
  const [name = '', ...rest] = path
  const value = image?.[name]
  return rest.length > 0 ? hasText(value?.M, rest) : value?.S !== undefined
}

/** Whether a function wants a record, as on AWS (infra/aws/triggers.ts): one without filters wants them all. */
export const isWanted = (
  { eventName, dynamodb }: StreamRecord,
  filters: readonly StreamFilter[] | undefined,
): boolean =>
  filters?.some(
    ({ prefix, writes, has }) =>
      writes.some((write) => write === eventName) &&
      dynamodb?.Keys?.sk?.S?.startsWith(prefix) === true &&
      (!has || hasText(dynamodb.NewImage, has)),
  ) ?? true
