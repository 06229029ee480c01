import { nextTick } from 'vue'
import type { Router } from 'vitepress'

const key = 'docs-language'

/** The tabs of all samples on the page, by the language they show. */
const tabs = (language: string) =>
  [...document.querySelectorAll<HTMLLabelElement>('.vp-code-group .tabs label')].filter(
    (label) => label.textContent === language,
  )

/** Shows one language in all samples that have it. VitePress itself changes a group when its tab is clicked. */
function show(language: string): void {
  for (const { htmlFor } of tabs(language)) {
    const input = document.getElementById(htmlFor)
    if (input instanceof HTMLInputElement && !input.checked) input.click()
  }
}

/** Keeps the language that a person has chosen in one sample, for all samples of all pages. */
export function keepLanguage(router: Router): void {
  let showing = false
  const apply = async () => {
    const language = localStorage.getItem(key)
    if (language === null) return
    await nextTick()
    showing = true
    show(language)
    showing = false
  }
  document.addEventListener('change', ({ target }) => {
    if (showing || !(target instanceof HTMLInputElement) || !target.closest('.vp-code-group')) return
    const language = document.querySelector(`label[for="${CSS.escape(target.id)}"]`)?.textContent ?? ''
    localStorage.setItem(key, language)
    void apply()
  })
  router.onAfterPageLoad = () => void apply()
  addEventListener('load', () => void apply())
}
