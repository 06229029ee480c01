/**
 * What the page does beyond being read: search, the choice of samples, and the URL of the host that serves it.
 * Without it everything is there and visible.
 */
export const script = `
'use strict'
const search = document.querySelector('#search')
const none = document.querySelector('#none')
const entries = [...document.querySelectorAll('.entry')].map((entry) => ({
  entry,
  link: document.querySelector('nav a[href="#' + CSS.escape(entry.id) + '"]'),
  text: (entry.id + ' ' + entry.textContent).toLowerCase(),
}))
function filter() {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean)
  let found = 0
  for (const { entry, link, text } of entries) {
    const fits = words.every((word) => text.includes(word))
    entry.hidden = !fits
    if (link) link.parentElement.hidden = !fits
    if (fits) found += 1
  }
  for (const group of document.querySelectorAll('[data-group]'))
    group.hidden = !group.querySelector('.entry:not([hidden]), li:not([hidden])')
  none.hidden = found > 0
}
search.addEventListener('input', filter)
// a link to an entry must lead there although a search hides it
addEventListener('hashchange', () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (!target || !target.hidden) return
  search.value = ''
  filter()
  target.scrollIntoView()
})
addEventListener('keydown', (event) => {
  if (event.key === '/' && document.activeElement !== search) {
    event.preventDefault()
    search.focus()
  }
})
const buttons = [...document.querySelectorAll('.choice button')]
for (const button of buttons)
  button.addEventListener('click', () => {
    document.documentElement.dataset.sample = button.value
    for (const other of buttons) other.setAttribute('aria-pressed', String(other === button))
  })
const served = /^https?:/.test(location.protocol) && location.pathname.match(/^(.*\\/v1)\\/docs\\/?$/)
if (served) for (const place of document.querySelectorAll('.base-url')) place.textContent = location.origin + served[1]
`
