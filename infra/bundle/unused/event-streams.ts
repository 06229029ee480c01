/**
 * Replaces @smithy/core/event-streams, which the SDK's HTTP protocol loads for answers that are event streams. DynamoDB
 * has no such operation (DynamoDB Streams is another service with its own client). This saves 18 KiB and about 10 % of
 * the import time.
 */
const unused = () => {
  throw new Error('A bundle speaks no event streams.')
}

export const eventStreamSerdeProvider = unused
export const EventStreamSerde = unused
