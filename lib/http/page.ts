import type { ApiResult } from './types.ts'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character] ?? character)

/** The page is plain text, so it may run and load nothing, and may not be embedded. */
const contentSecurityPolicy =
  "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** Returns a simple HTML page for a person whose browser sent a form. `headline` and `text` are escaped. */
export const pageResult = (statusCode: number, headline: string, text: string): ApiResult => ({
  statusCode,
  headers: {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': contentSecurityPolicy,
    'Referrer-Policy': 'no-referrer',
  },
  body: `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escape(headline)}</title>
<h1>${escape(headline)}</h1>
<p>${escape(text)}</p>
</html>
`,
})

/** Whether a caller accepts HTML, as a browser does that submits a form without a script. */
export const wantsPage = ({ accept = '' }: Partial<Record<string, string>>): boolean =>
  accept.toLowerCase().includes('text/html')

/** A wait in seconds, as a person says it. */
const waitText = (seconds: number): string =>
  seconds > 60 ? `${Math.ceil(seconds / 60)} minutes` : 'a minute'

const explanations: Partial<Record<number, (wait: string) => string>> = {
  404: () => 'This form does not exist any more.',
  413: () => 'The form was too large. Go back, shorten it, and send it again.',
  429: (wait) =>
    `Too many forms have arrived. Go back and send it again in ${wait}: your entries are still there.`,
  503: (wait) =>
    `The form could not be stored just now. Go back and send it again in ${wait}: your entries are still there.`,
}

/**
 * Returns the error page for a status. It says what the person can do.
 * @param retryAfterSeconds what `Retry-After` tells a program
 */
export const errorPage = (statusCode: number, retryAfterSeconds = 0): ApiResult =>
  pageResult(
    statusCode,
    'Your form was not sent',
    explanations[statusCode]?.(waitText(retryAfterSeconds)) ??
      'Something is wrong with this form. Tell the owner of the website.',
  )
