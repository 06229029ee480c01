/**
 * The most bytes of entries on a page; the page ends early to stay below. A Lambda's answer may have 6,291,556 bytes;
 * the rest is reserved for headers and everything else.
 */
export const maxPageBytes = 4 * 1024 * 1024

/**
 * The size of an entry in bytes, as Lambda's runtime posts it. The body is a string within the JSON of the answer, so
 * quotes, backslashes and control characters are escaped twice: a quote takes four bytes.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
export const postedBytes = (entry: unknown): number =>
  Buffer.byteLength(JSON.stringify(JSON.stringify(entry)))
