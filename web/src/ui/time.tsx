// shared: creating a format is slow, and a list shows many times
const toMinute = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const toSecond = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })

interface TimeProps {
  /** An ISO 8601 timestamp. */
  at: string
  hasSeconds?: boolean
}

/** A point in time as a text, to the second. */
export const timeText = (at: string): string => toSecond.format(new Date(at))

/** A point in time in the browser's locale and time zone. */
export const Time = ({ at, hasSeconds = false }: TimeProps) => (
  <time dateTime={at}>{(hasSeconds ? toSecond : toMinute).format(new Date(at))}</time>
)
