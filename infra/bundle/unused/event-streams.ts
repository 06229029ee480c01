/**
 * In place of @smithy/core/event-streams, which the SDK's HTTP protocol loads for answers that are streams of
 * events. DynamoDB has no such operation (DynamoDB Streams is another service with another client).
 * It brings 18 KiB, and about 10 % of the time of an import.
 */
const unused = () => {
  throw new Error('A bundle speaks no event streams.')
}

export const eventStreamSerdeProvider = unused
export const EventStreamSerde = unused
