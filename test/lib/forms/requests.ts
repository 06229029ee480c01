import { readFileSync } from 'node:fs'
import type { IncomingRequest } from '../../../lib/forms/read-body.ts'

/** A request with a JSON body. A string is sent unchanged. */
export const jsonRequest = (body: unknown, headers: Record<string, string> = {}): IncomingRequest => ({
  headers: { 'content-type': 'application/json', ...headers },
  bytes: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
})

/** A request as a plain HTML form sends it. */
export const formRequest = (body: string, headers: Record<string, string> = {}): IncomingRequest => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  bytes: Buffer.from(body),
})

/** A multipart request; each part is its headers, an empty line and its content, in bytes or text. */
export const multipartRequest = (parts: (string | Buffer)[], boundary = 'X'): IncomingRequest => ({
  headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  bytes: Buffer.concat([
    ...parts.flatMap((part) => [Buffer.from(`--${boundary}\r\n`), Buffer.from(part), Buffer.from('\r\n')]),
    Buffer.from(`--${boundary}--\r\n`),
  ]),
})

/** A text field of a multipart form. */
export const part = (name: string, value: string): string =>
  `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`

const fixture = (name: string) =>
  readFileSync(new URL(`../../fixtures/forms/${name}`, import.meta.url), 'utf8')

/** A recorded multipart request. Its first line is the boundary after two dashes. */
const multipartFixture = (name: string): IncomingRequest => {
  const text = fixture(name).replaceAll('\n', '\r\n')
  const boundary = text.slice(2, text.indexOf('\r\n'))
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    bytes: Buffer.from(text),
  }
}

/** The recorded request of each sender: test/fixtures/forms/README.md. */
export const recorded = {
  typeform: jsonRequest(fixture('typeform.json')),
  tally: jsonRequest(fixture('tally.json')),
  jotform: multipartFixture('jotform.multipart'),
  jotformParts: multipartFixture('jotform-parts.multipart'),
  formbricks: jsonRequest(fixture('formbricks.json')),
  google: jsonRequest(fixture('google.json')),
  githubIssue: jsonRequest(fixture('github-issue-opened.json'), {
    'x-github-event': 'issues',
    'x-github-delivery': '72d3162e-cc78-11e3-81ab-4c9367dc0958',
  }),
  githubPullRequest: jsonRequest(fixture('github-pull-request-opened.json'), {
    'x-github-event': 'pull_request',
  }),
} satisfies Record<string, IncomingRequest>
