import { all, present } from './dom.ts'

/** Folds the contents on a small screen, and marks the entry that is read. */
export function startContents(): void {
  const contents = present('#contents', HTMLDetailsElement)
  const small = matchMedia('(max-width: 50rem)')
  const fold = () => {
    contents.open = !small.matches
  }
  fold()
  small.addEventListener('change', fold)
  // an entry is read when it crosses a line a fifth below the top
  const observer = new IntersectionObserver(
    (changes) => {
      for (const { target, isIntersecting } of changes) {
        const link = document.querySelector(`nav a[href="#${CSS.escape(target.id)}"]`)
        if (isIntersecting) link?.setAttribute('aria-current', 'true')
        else link?.removeAttribute('aria-current')
        if (isIntersecting && !small.matches) link?.scrollIntoView({ block: 'nearest' })
      }
    },
    { rootMargin: '-20% 0px -80% 0px' },
  )
  for (const entry of all('.entry')) observer.observe(entry)
}
