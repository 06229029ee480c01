import type { Locator, Page } from 'playwright-core'

/** Finds the parts of a task's dialog by their accessible names. */

/** The dialog of the open task. */
export const taskDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Task', exact: true })

export const labelField = (page: Page): Locator =>
  taskDialog(page).getByRole('textbox', { name: 'Label', exact: true })

/** The field of the description, which is there while it is edited or empty. */
export const descriptionField = (page: Page): Locator =>
  taskDialog(page).getByRole('textbox', { name: 'Description', exact: true })

/** The description as it reads. */
export const descriptionShown = (page: Page): Locator =>
  taskDialog(page).getByRole('group', { name: 'Description', exact: true })

/** Waits until the dialog has said something. */
export const hear = (page: Page, text: string): Promise<void> =>
  taskDialog(page).getByRole('status').filter({ hasText: text }).first().waitFor({ state: 'attached' })

/** A status of the open task, to press. */
export const statusButton = (page: Page, name: string, dialog = taskDialog(page)): Locator =>
  dialog.getByRole('group', { name: 'Status', exact: true }).getByRole('button', { name, exact: true })

/** Opens a task by its card. */
export async function openTask(page: Page, label: string): Promise<void> {
  await page.getByRole('link', { name: label, exact: true }).click()
  await labelField(page).waitFor()
}

/** Closes the open task, and waits until what was typed in it is saved. */
export async function closeTask(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await taskDialog(page).waitFor({ state: 'detached' })
}
