// a format is costly to make, and each list has many times
const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** A point in time as people write it where the browser is, to the minute. */
export const Time = ({ at }: { at: string }) => <time dateTime={at}>{dateTime.format(new Date(at))}</time>
