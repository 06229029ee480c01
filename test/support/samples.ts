import { readFileSync } from 'node:fs'

/** The languages of the documentation's samples. */
export const languages = ['curl', 'TypeScript', 'Python'] as const
export type Language = (typeof languages)[number]

/** A step of a page: the same in each language, or in the shell alone, and the answer that the page shows for it, if any. */
export interface Step {
  samples: Partial<Record<Language, string>>
  shown: string | undefined
}

/** The steps of a page: its groups of samples, and its blocks of shell that contain curl, or set its variables. */
export const stepsOf = (path: string): Step[] =>
  readFileSync(path, 'utf8')
    .split(/^(?=::: code-group\n|```sh\n)/m)
    .slice(1)
    .map((part) => {
      const [block = ''] = /^::: code-group\n[^]*?\n:::\n|^```sh\n[^]*?```\n/.exec(part) ?? []
      const samples = [...block.matchAll(/```\w+(?: \[(\w+)\])?\n([^]*?)```/g)].map(
        ([, language = 'curl', text = '']) => [language, text],
      )
      return {
        samples: Object.fromEntries(samples) as Step['samples'], // the tests of the pages name these languages
        shown: /```(?:json)?\n([^]*?)```/.exec(part.slice(block.length))?.[1],
      }
    })
    .filter(
      ({ samples: { curl, ...others } }) =>
        /curl|value demo/.test(curl ?? '') || Object.keys(others).length > 0,
    )

/** The name of the file of a program, if it names one in its first line. */
export const fileOf = (program: string): string | undefined => /^(?:\/\/|#) (\w+\.\w+)\n/.exec(program)?.[1]

/** The lines of a text, without indentation. */
export const linesOf = (text: string): string[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim())

/** Replaces ids, times, positions, secrets, durations and the URLs of forms and calendars, which differ from run to run, by their shape. */
export const withoutChance = (json: string): unknown =>
  JSON.parse(
    json
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<uuid>')
      .replace(/evt_[0-9a-f]{32}_\d{13}/g, 'evt_<id>_<time>')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]{12}Z/g, '<time>')
      .replace(/0\|[0-9a-z]{6}:[0-9a-z]+/g, '<position>')
      .replace(/tsk_[0-9A-Za-z]+_[0-9A-Za-z]+_[0-9A-Za-z]{6}/g, 'tsk_<account>_<random>_<checksum>')
      .replace(/whsec_[0-9A-Za-z+/=]+/g, 'whsec_<base64>')
      .replace(/"duration_ms": ?\d+/g, '"duration_ms": 1')
      .replace(
        /http:\/\/[\w.]+:\d+\/v1\/hooks\/hk(_[0-9A-Za-z]+){3}_[0-9A-Za-z]{6}/g,
        'http://localhost:3000/v1/hooks/hk_<account>_<form>_<random>_<checksum>',
      )
      .replace(
        /http:\/\/[\w.]+:\d+\/v1\/calendars\/ck(_[0-9A-Za-z]+){3}_[0-9A-Za-z]{6}\.ics/g,
        'http://localhost:3000/v1/calendars/ck_<account>_<calendar>_<random>_<checksum>.ics',
      ),
  )

/** A printed answer and the one that a page shows, ready to be compared; text that is not JSON as its lines. */
export const comparable = (printed: string, shown: string): [unknown, unknown] =>
  shown.startsWith('{') ? [withoutChance(printed), withoutChance(shown)] : [linesOf(printed), linesOf(shown)]
