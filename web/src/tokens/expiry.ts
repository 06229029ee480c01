const twoDigits = (value: number) => String(value).padStart(2, '0')

/** A day as a date input has it, in local time: the earliest one that a token can expire on, for instance. */
export const dayOf = (date: Date): string =>
  `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`

/** The last second of a day of a date input, in local time; undefined when it names no day. */
export function endOfDay(day: string): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? []
  if (year === undefined) return undefined
  const end = new Date(Number(year), Number(month) - 1, Number(date), 23, 59, 59)
  // the 31st of a short month is no day, though Date takes it for one
  return dayOf(end) === day ? end.toISOString() : undefined
}
