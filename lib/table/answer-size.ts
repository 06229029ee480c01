/**
 * The most bytes of entries on a page; the page ends early to stay below. A Lambda's answer may have 6,291,556 bytes;
 * the rest is reserved for headers and everything else.
 */
export const maxPageBytes = 4 * 1024 * 1024

/**
 * The size of a part of a body in bytes, as Lambda's runtime posts it. The body is a string within the JSON of the answer,
 * so quotes, backslashes and control characters are escaped.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
export const postedTextBytes = (text: string): number => Buffer.byteLength(JSON.stringify(text))

/** The same for an entry of a JSON body. It is escaped once more: a quote takes four bytes. */
export const postedBytes = (entry: unknown): number => postedTextBytes(JSON.stringify(entry))
