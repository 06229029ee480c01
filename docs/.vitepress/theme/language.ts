import { useRouter } from 'vitepress'
import { nextTick, onMounted, watch } from 'vue'

/** Where the API reference keeps its choice of a language: the pages share it. */
const key = 'scalar-reference-selected-client-v2'

/** The languages by the names that the API reference keeps. */
const languages = new Map([
  ['custom/shell', 'curl'],
  ['custom/typescript', 'TypeScript'],
  ['custom/python', 'Python'],
])

/** The tabs of all samples on the page, by the language they show. */
const tabs = (language: string) =>
  [...document.querySelectorAll<HTMLLabelElement>('.vp-code-group .tabs label')].filter(
    (label) => label.textContent === language,
  )

/** Shows one language in all samples that have it. VitePress itself changes a group when its tab is clicked. */
function show(language: string): void {
  for (const { htmlFor } of tabs(language)) {
    const input = document.getElementById(htmlFor)
    if (input instanceof HTMLInputElement) input.click()
  }
}

/** Whether the clicks are those of `apply`. */
let showing = false

/** Shows the language that a person has chosen, if there is one. */
async function apply(): Promise<void> {
  const language = languages.get(localStorage.getItem(key) ?? '')
  if (language === undefined) return
  await nextTick()
  showing = true
  show(language)
  showing = false
}

/** Keeps the language that a person has chosen in one sample, for all samples of all pages. Called once, in the theme's setup. */
export function keepLanguage(): void {
  const router = useRouter()
  onMounted(() => {
    document.addEventListener('change', ({ target }) => {
      if (showing || !(target instanceof HTMLInputElement) || !target.closest('.vp-code-group')) return
      const chosen = document.querySelector(`label[for="${CSS.escape(target.id)}"]`)?.textContent
      const [name] = [...languages].find(([, language]) => language === chosen) ?? []
      if (name !== undefined) localStorage.setItem(key, name)
      void apply()
    })
    watch(
      () => router.route.path,
      () => void apply(),
      { flush: 'post', immediate: true },
    )
  })
}
