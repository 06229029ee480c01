import { element } from './dom.ts'

/** Asks, in the page, whether a request that deletes something shall run; Escape means no. */
export function confirmed(summary: string, { method, url }: Request): Promise<boolean> {
  const title = element('h2', { id: 'confirm-title', textContent: `${summary}?` })
  const cancel = element('button', { type: 'button', textContent: 'Cancel', autofocus: true })
  const run = element('button', { type: 'button', className: 'danger', textContent: 'Yes, run it' })
  const path = element('code', { textContent: `${method} ${new URL(url).pathname}` })
  const dialog = element(
    'dialog',
    {},
    title,
    element('p', {}, path, ' runs on this service, with the data of your account.'),
    element('div', { className: 'actions' }, cancel, run),
  )
  dialog.setAttribute('aria-labelledby', title.id)
  cancel.addEventListener('click', () => {
    dialog.close()
  })
  run.addEventListener('click', () => {
    dialog.close('run')
  })
  document.body.append(dialog)
  dialog.showModal()
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      resolve(dialog.returnValue === 'run')
      dialog.remove()
    })
  })
}
