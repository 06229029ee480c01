const twoDigits = (value: number) => String(value).padStart(2, '0')

/** A local date in the format of a date input: `2026-11-21`. */
export const dayOf = (date: Date): string =>
  `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`

/** The last second of a date input's day, local time, in ISO 8601; undefined if the text is not a valid date. */
export function endOfDay(day: string): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? []
  if (year === undefined) return undefined
  const end = new Date(Number(year), Number(month) - 1, Number(date), 23, 59, 59)
  // Date accepts the 31st of a short month and turns it into another day
  return dayOf(end) === day ? end.toISOString() : undefined
}
