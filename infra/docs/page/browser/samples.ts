import { all, element } from './dom.ts'

const languages = [
  ['curl', 'curl'],
  ['typescript', 'TypeScript'],
] as const

/** Lets the reader choose the language of all samples at once; until then the page shows both. */
export function startSamples(): void {
  const buttons: HTMLButtonElement[] = []
  const choose = (language: string) => {
    document.documentElement.dataset.sample = language
    for (const button of buttons) button.ariaPressed = String(button.value === language)
  }
  for (const request of all('.request')) {
    const own = languages.map(([value, textContent]) => {
      const button = element('button', { type: 'button', value, textContent })
      button.addEventListener('click', () => {
        // the page above gets shorter or longer: what was clicked stays where it was
        const before = button.getBoundingClientRect().top
        choose(value)
        scrollBy({ top: button.getBoundingClientRect().top - before, behavior: 'instant' })
      })
      return button
    })
    buttons.push(...own)
    request.prepend(element('div', { className: 'choice', role: 'group', ariaLabel: 'Language' }, ...own))
  }
  choose('curl')
}
