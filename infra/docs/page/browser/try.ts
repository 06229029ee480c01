import type { TryData, TryOperation } from '../try-data.ts'
import { element, present } from './dom.ts'
import { makeForm } from './form.ts'

/** A button that opens and closes the form of an operation; the form is made when it is first opened. */
function makeTrial(baseUrl: string, operation: TryOperation, headers: string[]): HTMLElement {
  const panel = element('div', { id: `try-${operation.id}`, hidden: true })
  const button = element('button', {
    type: 'button',
    textContent: 'Try it',
    ariaLabel: `Try it: ${operation.summary}`,
    ariaExpanded: 'false',
  })
  button.setAttribute('aria-controls', panel.id)
  button.addEventListener('click', () => {
    if (!panel.hasChildNodes()) panel.append(makeForm(baseUrl, operation, headers))
    panel.hidden = !panel.hidden
    button.ariaExpanded = String(!panel.hidden)
  })
  return element('div', { className: 'try' }, button, panel)
}

/** Puts a "Try it" below the samples of each request. */
export function startTrying(baseUrl: string): void {
  const data = JSON.parse(present('#try-data', HTMLScriptElement).text) as TryData // docs:build wrote it
  for (const operation of data.operations) {
    const request = document.getElementById(operation.id)?.querySelector('.request')
    request?.after(makeTrial(baseUrl, operation, data.headers))
  }
}
