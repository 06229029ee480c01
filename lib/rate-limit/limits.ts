/** How much of its account's limit a token has that has no limit of its own: raising the account raises its tokens. */
const shareOfToken = 0.4

/** What a token may send per minute: its own limit, never more than its account's. */
export const tokenRateLimit = (accountLimit: number, own: number | null): number =>
  Math.min(accountLimit, own ?? Math.max(1, Math.floor(accountLimit * shareOfToken)))
