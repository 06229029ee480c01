/** Allows a page only the files and the API of its own host. */
const policyOf = (...more: string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    ["style-src 'self'", ...more].join(' '),
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/**
 * The headers of every file of the web interface, wherever it is served:
 * https://cheatsheetseries.owasp.org/cheatsheets/HTTP_Headers_Cheat_Sheet.html
 */
export const securityHeaders = {
  'Content-Security-Policy': policyOf(),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
} as const

/**
 * The headers of every file of the documentation. Its samples are coloured by `style` attributes, and the API reference
 * (Scalar) adds a `style` element, so inline styles are allowed: docs/security-features.md says what that means.
 */
export const docsHeaders = {
  ...securityHeaders,
  'Content-Security-Policy': policyOf("'unsafe-inline'"),
} as const

/** Pages are revalidated each time. Assets have a content hash in their names, so they never change. */
export const cacheControl = {
  page: 'no-cache',
  assets: 'public, max-age=31536000, immutable',
} as const
