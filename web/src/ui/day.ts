const twoDigits = (value: number) => String(value).padStart(2, '0')

/** A local date in the format of a date input: `2026-11-21`. */
export const dayOf = (date: Date): string =>
  `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`

/** A local time in the format of a datetime-local input: `2026-11-21T09:00`. Seconds are cut off. */
export const minuteOf = (date: Date): string =>
  `${dayOf(date)}T${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`

/** The time of such an input in ISO 8601; undefined while it is not filled in. */
export function timeOfInput(text: string): string | undefined {
  const date = new Date(text) // without a zone, it is local time
  return text === '' || Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

/** The last second of a date input's day, local time, in ISO 8601; undefined if the text is not a valid date. */
export function endOfDay(day: string): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? []
  if (year === undefined) return undefined
  const end = new Date(Number(year), Number(month) - 1, Number(date), 23, 59, 59)
  // Date accepts the 31st of a short month and turns it into another day
  return dayOf(end) === day ? end.toISOString() : undefined
}
