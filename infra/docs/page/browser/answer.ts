import { element } from './dom.ts'

function formatted(text: string): string {
  if (text === '') return '(no body)'
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text // a proxy's own page, for one
  }
}

/** Where `error.docs` of a body leads: a section of this page. */
function explanationOf(text: string): HTMLAnchorElement | undefined {
  const code = /"code":"(\w+)"/.exec(text)?.[1]
  if (code === undefined || !document.getElementById(code)) return undefined
  return element('a', { href: `#${code}`, textContent: `What ${code} means` })
}

/** The place below a form where its answer is shown; a screen reader tells the status, and the rest can be read. */
export function makeAnswer(headers: string[]): {
  element: HTMLElement
  show: (request: Request) => Promise<void>
  fail: (error: unknown) => void
} {
  const status = element('p', { className: 'outcome', role: 'status' })
  const details = element('div')

  function say(text: string, outcome: string) {
    status.textContent = text
    status.dataset.outcome = outcome
    details.replaceChildren()
  }

  return {
    element: element('div', {}, status, details),

    async show(request) {
      say('Sending…', 'none')
      const startMs = performance.now()
      const response = await fetch(request)
      const text = await response.text()
      const tookMs = Math.round(performance.now() - startMs)
      const name = `${response.status} ${response.statusText}`.trim()
      say(`${name}, after ${tookMs} ms`, response.status < 400 ? 'done' : 'refused')
      const shown = headers.flatMap((header) => {
        const value = response.headers.get(header)
        return value === null ? [] : [`${header}: ${value}`]
      })
      const explanation = response.ok ? undefined : explanationOf(text)
      const code = element('code', { textContent: formatted(text) })
      details.append(
        ...(explanation ? [element('p', {}, explanation)] : []),
        element(
          'figure',
          {},
          element('figcaption', { className: 'headers', textContent: shown.join('\n') }),
          element('pre', { tabIndex: 0 }, code),
        ),
      )
    },

    fail(error) {
      say(`The request got no answer: ${error instanceof Error ? error.message : String(error)}`, 'refused')
    },
  }
}
