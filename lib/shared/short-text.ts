/** A text that a message quotes, cut after so many UTF-16 code units so that the message stays small. */
export const shortText = (text: string, most: number): string =>
  (text.length > most ? `${text.slice(0, most)}…` : text).toWellFormed()
