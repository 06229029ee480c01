import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { occurrences, type Schedule } from '../../../../lib/rules/time/occurrences.ts'
import { parseRecurrence } from '../../../../lib/rules/time/recurrence.ts'

/** As vectors.py writes it. */
interface Vector {
  reason?: string
  rrule: string
  start: string
  timeZone: string
  /** The first times, such as 2026-11-30T08:00Z, with blanks between them. */
  times: string
  /** Whether these are all: of the random ones, all up to `before`. */
  ends: boolean
}

interface VectorFile {
  before?: string
  vectors: Vector[]
}

// our own file: a test that is given less fails
const read = (name: string) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as VectorFile

function scheduleOf({ rrule, start, timeZone }: Vector): Schedule {
  const parsed = parseRecurrence(rrule)
  if ('problem' in parsed) throw new Error(`${rrule} ${parsed.problem}`)
  return { recurrence: parsed.recurrence, start, timeZone }
}

/** The first times of a vector's schedule, one more than the vector has, and whether those are all. */
function found(vector: Vector, before = '9999') {
  const most = vector.times === '' ? 0 : vector.times.split(' ').length
  const times: string[] = []
  for (const timeMs of occurrences(scheduleOf(vector), { afterMs: 0 })) {
    const time = new Date(timeMs).toISOString().replace(':00.000Z', 'Z')
    if (time >= before) break
    times.push(time)
    if (times.length > most) break
  }
  return { times: times.slice(0, most).join(' '), ends: times.length <= most }
}

const { vectors } = read('vectors.json')
const random = read('random-vectors.json')

describe('a schedule occurs', () => {
  it.each(vectors)('$reason: $rrule from $start in $timeZone', (vector) => {
    expect(found(vector)).toEqual({ times: vector.times, ends: vector.ends })
  })

  it('as dateutil says of random rules', () => {
    expect(random.vectors.length).toBeGreaterThan(200)
    const wrong = random.vectors
      .map((vector) => ({ vector, got: found(vector, random.before) }))
      .filter(({ vector, got }) => got.times !== vector.times || got.ends !== vector.ends)
    expect(wrong).toEqual([])
  })
})
