/** The strong validator of a task (RFC 9110, section 8.8.3): its version. */
export const etag = (version: number): string => `"${version}"`
