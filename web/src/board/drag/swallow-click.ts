/** Suppresses the click that follows a drop, so that it does not open the card under the pointer. */
export function swallowClick(): void {
  const swallow = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('click', swallow, true)
  setTimeout(() => {
    removeEventListener('click', swallow, true)
  })
}
