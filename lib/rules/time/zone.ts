import { isTimeZone } from '../../shared/time-zone.ts'

/** Names in use today for zones that Node lists under older ones: https://www.iana.org/time-zones, file `backward`. */
const newerNames = [
  'UTC',
  'Africa/Asmara',
  'America/Argentina/Buenos_Aires',
  'America/Argentina/Catamarca',
  'America/Argentina/Cordoba',
  'America/Argentina/Jujuy',
  'America/Argentina/Mendoza',
  'America/Atikokan',
  'America/Indiana/Indianapolis',
  'America/Kentucky/Louisville',
  'America/Nuuk',
  'Asia/Ho_Chi_Minh',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Yangon',
  'Atlantic/Faroe',
  'Europe/Kyiv',
  'Pacific/Chuuk',
  'Pacific/Kanton',
  'Pacific/Pohnpei',
]

/** How many letters must be added, left out or replaced to make one text of another: Levenshtein's distance. */
function distance(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (const [row, letter] of Array.from(from).entries()) {
    const current = [row + 1]
    for (let column = 1; column <= to.length; column += 1)
      current.push(
        Math.min(
          (above[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (above[column - 1] ?? 0) + (to[column - 1] === letter ? 0 : 1),
        ),
      )
    above = current
  }
  return above[to.length] ?? 0
}

const plain = (name: string) => name.toLowerCase().replaceAll(/[ -]/g, '_')

/** The name of a zone that is nearest to a text: to the whole name, or to its place alone; Europe/Berlin if none is near. */
function nearestName(text: string): string {
  const written = plain(text.slice(0, 64))
  let nearest = { name: 'Europe/Berlin', far: 1 + written.length / 4 }
  for (const name of [...newerNames, ...Intl.supportedValuesOf('timeZone')]) {
    const place = name.slice(name.lastIndexOf('/') + 1)
    const far = Math.min(distance(written, plain(name)), distance(written, plain(place)) + 0.5)
    if (far < nearest.far) nearest = { name, far }
  }
  return nearest.name
}

/** What is wrong with the name of a time zone, and which may be meant, as the end of a sentence: `must …`. */
export function timeZoneProblem(zone: string): string | undefined {
  if (isTimeZone(zone)) return undefined
  return /^(?:utc|gmt)?[+-]\d/i.test(zone)
    ? 'must be the name of a time zone such as Europe/Berlin: an offset does not say when clocks change'
    : `must be the name of a time zone such as ${nearestName(zone)}`
}
