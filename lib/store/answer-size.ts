/** A page ends early rather than pass this; the rest up to a Lambda's 6,291,556 bytes is for headers and all else. */
export const maxPageBytes = 4 * 1024 * 1024

/**
 * The bytes that an entry takes of an answer as Lambda's runtime posts it. A body is a string in the JSON of the
 * answer, so its quotes, backslashes and control characters are escaped twice: a quote is four bytes.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
export const postedBytes = (entry: unknown): number =>
  Buffer.byteLength(JSON.stringify(JSON.stringify(entry)))
