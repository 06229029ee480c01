import { all, present } from './dom.ts'

/** Shows only the entries that have every word of the search, and their links. */
export function startSearch(): void {
  const search = present('#search', HTMLInputElement)
  const none = present('#none', HTMLElement)
  const entries = all('.entry').map((entry) => ({
    entry,
    item: document.querySelector(`nav a[href="#${CSS.escape(entry.id)}"]`)?.parentElement,
    text: `${entry.id} ${entry.textContent}`.toLowerCase(),
  }))
  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean)
    for (const { entry, item, text } of entries) {
      entry.hidden = !words.every((word) => text.includes(word))
      if (item) item.hidden = entry.hidden
    }
    for (const group of all('[data-group]'))
      group.hidden = !group.querySelector('.entry:not([hidden]), li:not([hidden])')
    none.textContent = entries.every(({ entry }) => entry.hidden) ? 'Nothing is found.' : ''
  }
  search.addEventListener('input', filter)
  // a link to an entry must lead there although a search hides it
  addEventListener('hashchange', () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
    if (!target?.hidden) return
    search.value = ''
    filter()
    target.scrollIntoView()
  })
  addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof Element && event.target.matches('input, textarea')
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    search.focus()
  })
}
