/** The headers of answers that scripts of other websites may read, besides those that any may (Fetch, "CORS-safelisted response-header name"). */
export const exposedHeaders = [
  ...['Allow', 'Dry-Run', 'ETag', 'Idempotency-Replayed', 'Link', 'Location'],
  ...['RateLimit', 'RateLimit-Policy', 'Retry-After', 'WWW-Authenticate', 'X-Request-Id'],
]

/** How long a browser remembers what scripts of another website may send, in seconds. */
export const corsMaxAgeSeconds = 3_600

/** What an endpoint takes. */
interface Taking {
  method: string
  headers?: { shape: object } | undefined
}

/** Unique and sorted, so that the template changes only with the contract. */
const distinct = <T extends string>(values: readonly T[]): T[] => [...new Set(values)].sort()

/** The methods and the request headers of endpoints, which scripts of other websites may send. */
export const takenBy = <E extends Taking>(
  endpoints: readonly E[],
): { methods: E['method'][]; headers: string[] } => ({
  methods: distinct(endpoints.map(({ method }: E): E['method'] => method)),
  headers: distinct([
    'authorization',
    'content-type',
    ...endpoints.flatMap(({ headers }) => Object.keys(headers?.shape ?? {})),
  ]),
})
