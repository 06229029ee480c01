// shared: creating a format is slow, and a list shows many times
const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** A point in time in the browser's locale and time zone, to the minute. `at` is an ISO 8601 timestamp. */
export const Time = ({ at }: { at: string }) => <time dateTime={at}>{dateTime.format(new Date(at))}</time>
