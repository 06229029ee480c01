/** A drop over the link of a card is no click on it. */
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
