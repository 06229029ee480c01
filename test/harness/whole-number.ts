import { InvalidArgumentError } from 'commander'

/** Reads an option's text as a whole number between two bounds. */
export const wholeNumber = (least: number, most: number) => (text: string) => {
  const number = Number(text)
  if (Number.isInteger(number) && number >= least && number <= most) return number
  throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`)
}
