/** The media type of each format. */
export const exportTypes = { ndjson: 'application/x-ndjson', csv: 'text/csv' } as const
