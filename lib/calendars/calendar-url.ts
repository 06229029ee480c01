/** What follows the key in the URL of a calendar. */
export const fileType = '.ics'

/** The path of a calendar below `/v1`. Its last segment is the calendar's key with `.ics` behind it. */
export const calendarPath = '/calendars/{calendarKey}'

/** Returns the URL to which a calendar program subscribes. Anyone who knows it sees the calendar. */
export const calendarUrl = (baseUrl: string, key: string): string =>
  `${baseUrl}${calendarPath.replace('{calendarKey}', `${key}${fileType}`)}`

/** The key in the last segment of a calendar's path. */
export const keyOfFile = (file: string): string => file.slice(0, -fileType.length)
