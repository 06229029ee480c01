import { setTimeout as sleep } from 'node:timers/promises'
import { errors, type Locator, type Page } from 'playwright-core'
import { lane, pasteLines, pick } from '../../support/board.ts'
import { account } from '../../support/header.ts'
import { closeTask, descriptionField, labelField, taskDialog } from '../../support/task-view.ts'
import type { Dice } from '../../harness/chaos/dice.ts'
import { type Answered, type Deed, listen, type Told } from './deed.ts'
import { listenToOutbox, OutboxLog } from './outbox-log.ts'

const soonMs = 2_500

/** One of those who work on the board, with a browser. */
export class Person {
  readonly deeds: Deed[] = []
  readonly told: Told[] = []
  readonly faults: string[] = []
  readonly counts: Record<string, number> = {}
  readonly outbox = new OutboxLog()
  /** When they have pressed the keys for undo or redo. */
  readonly undos: number[] = []
  readonly answers: Answered[] = []
  readonly name: string
  readonly page: Page
  readonly #dice: Dice
  readonly #projectId: string
  #count = 0

  constructor(name: string, page: Page, dice: Dice, projectId: string) {
    this.name = name
    this.page = page
    this.#dice = dice
    this.#projectId = projectId
    page.setDefaultTimeout(soonMs)
    page.on('dialog', (question) => void question.accept().catch(() => undefined)) // "Leave this page?"
    page.on('pageerror', ({ stack = '' }) => this.faults.push(`${name}: ${stack}`))
  }

  /** Opens the board, with all that is done. */
  async open(origin: string, token: string): Promise<void> {
    const { page } = this
    await page.exposeFunction('tell', (text: string, isAlert: boolean, hash: string) => {
      const isRepeated = this.told.slice(-8).some((one) => one.text === text && one.hash === hash)
      if (!isRepeated) this.told.push({ atMs: Date.now(), text, isAlert, hash })
    })
    await page.exposeFunction('keeps', (text: string) => {
      this.outbox.take(text)
    })
    await page.addInitScript(listen)
    await page.addInitScript(listenToOutbox)
    await page.goto(`${origin}/#token=${token}`)
    await account(page).waitFor({ timeout: 60_000 })
    await this.toBoard()
    await lane(page, 'To do').waitFor({ timeout: 60_000 })
  }

  async toBoard(): Promise<void> {
    await this.page.evaluate(`location.hash = '#/projects/${this.#projectId}?status=all'`)
  }

  /** Does something at random. What cannot be done, because something is gone or not loaded yet, is left. */
  async act(): Promise<void> {
    const cards = await this.page.locator('[data-card]').count()
    const what = this.#dice.weighted({
      ...{
        add: cards > 30 ? 4 : 12,
        paste: 2,
        complete: 12,
        move: 12,
        toEnd: 6,
        remove: cards > 30 ? 15 : 5,
        text: 18,
        subtasks: 14,
      },
      ...{ lanes: 4, undo: 10, redo: 5, select: 4 },
    })
    const acts = {
      add: () => this.#add(),
      paste: () => this.#paste(),
      complete: () => this.#complete(),
      move: () => this.#move(),
      toEnd: () => this.#moveToEnd(),
      remove: () => this.#remove(),
      text: () => this.#write(),
      subtasks: () => this.#changeSubtasks(),
      lanes: () => this.#changeLanes(),
      undo: () => this.#undo('Control+z'),
      redo: () => this.#undo('Control+Shift+z'),
      select: () => this.#changeSelected(),
    } satisfies Record<typeof what, () => Promise<unknown>>
    const isDone = await this.#try(async () => {
      await this.settle()
      await acts[what]()
    })
    const name = isDone ? what : `${what} in vain`
    this.count(name)
  }

  count(name: string): void {
    this.counts[name] = (this.counts[name] ?? 0) + 1
  }

  async #try(run: () => Promise<unknown>): Promise<boolean> {
    try {
      await run()
      return true
    } catch (error) {
      if (
        !(error instanceof errors.TimeoutError) &&
        !/closed|navigat|detached|destroyed|strict mode/.test(String(error))
      )
        throw error
      return false
    }
  }

  /** Answers what the page asks, and closes what is open. */
  async settle(): Promise<void> {
    const { page } = this
    for (let tries = 0; tries < 8; tries += 1) {
      const open = page.locator('dialog[open]').last()
      const menu = page.getByRole('menu')
      if ((await menu.count()) > 0) await page.keyboard.press('Escape')
      else if ((await open.count()) > 0) await this.#close(open)
      else if ((await page.getByRole('button', { name: 'Try again' }).count()) > 0) return sleep(300)
      else if ((await page.locator('.card-check').count()) > 0) await page.keyboard.press('Escape')
      else break
      await sleep(50)
    }
    if (!page.url().includes('?status=all')) await this.toBoard()
  }

  async #close(dialog: Locator): Promise<void> {
    const text = await dialog.innerText().catch(() => '')
    if (text.includes('Someone else changed this task')) {
      const answer = this.#dice.weighted({ mine: 5, theirs: 4, later: 1 })
      if (answer === 'theirs')
        for (const theirs of await dialog.getByRole('radio', { name: /^Theirs/ }).all()) await theirs.check()
      this.answers.push({ atMs: Date.now(), answer, text })
      await dialog
        .locator('.dialog-actions button')
        .nth(answer === 'later' ? 0 : 1)
        .click()
    } else if (text.includes('Discard your changes')) {
      this.answers.push({ atMs: Date.now(), answer: 'theirs', text })
      await dialog.getByRole('button', { name: 'Discard', exact: true }).click()
    } else await this.page.keyboard.press('Escape')
  }

  #done(subject: string, field: string, value: unknown, names: string[]): void {
    this.deeds.push({ subject, field, value, names, atMs: Date.now() })
  }

  #newName(kind: string): string {
    this.#count += 1
    return `${this.name}${kind}${this.#count}`
  }

  /** One of those in sight at random, with its id and label; without a label, if there is none. */
  async #any(attribute: 'data-lane' | 'data-card' | 'data-row', labelled: string) {
    const found = await this.page.locator(`[${attribute}]`).evaluateAll(
      (all, [name, label]) =>
        all.map((one) => ({
          id: one.getAttribute(name) ?? '',
          label: one.querySelector(label)?.textContent ?? '',
          laneId: one.closest('[data-lane]')?.getAttribute('data-lane') ?? '',
        })),
      [attribute, labelled] as const,
    )
    return this.#dice.pick(found) ?? { id: '', label: '', laneId: '' }
  }

  readonly #lane = () => this.#any('data-lane', 'h2')
  readonly #card = () => this.#any('data-card', '.card-label')

  /** The tasks of which the page has said that what was typed is not saved, and still keeps it. */
  unsaved(): string[] {
    return this.outbox.all().flatMap(({ entry, firstMs, goneMs }) => {
      const isTold = this.told.some(
        ({ text, atMs }) => text.includes('has unsaved changes') && Math.abs(atMs - firstMs) < soonMs,
      )
      return goneMs === undefined && entry.isTyped === true && isTold ? [entry.task.id] : []
    })
  }

  /** Opens a task whose texts are not saved: its dialog asks about what others have written. */
  async reopen(taskId: string): Promise<void> {
    await this.page.evaluate(`location.hash = '#/projects/${this.#projectId}/tasks/${taskId}'`)
    await sleep(2_000)
    await this.settle()
  }

  #field(laneLabel: string): Locator {
    return this.page.getByRole('textbox', { name: `Add a task to ${laneLabel}`, exact: true })
  }

  async #add(): Promise<void> {
    const { label: laneLabel } = await this.#lane()
    const label = this.#newName('t')
    const field = this.#field(laneLabel)
    await field.fill(label)
    await field.press('Enter')
    this.#done('', 'is there', label, [label])
  }

  async #paste(): Promise<void> {
    const { label: laneLabel } = await this.#lane()
    const labels = [this.#newName('t'), this.#newName('t')]
    await this.#field(laneLabel).focus()
    await pasteLines(this.page, laneLabel, labels)
    await this.page.getByRole('button', { name: 'Add 2 tasks', exact: true }).click()
    for (const label of labels) this.#done('', 'is there', label, [label, '2 tasks'])
  }

  async #complete(): Promise<void> {
    const { id, label } = await this.#card()
    const circle = this.page.locator(`[data-card="${id}"] [data-action=done]`)
    const wasDone = (await circle.getAttribute('aria-pressed')) === 'true'
    await circle.click()
    this.#done(id, 'status', wasDone ? 0 : 2, [label])
  }

  async #move(): Promise<void> {
    const { id, label, laneId } = await this.#card()
    const to = await this.#lane()
    if (to.id === laneId) return
    await this.page.locator(`[data-card="${id}"] .handle`).focus()
    await this.page.keyboard.press('m')
    // of another card, if the other person has just moved this one away
    const menu = this.page.getByRole('menu', { name: `Move ${label} to a lane`, exact: true })
    await menu.getByRole('menuitemradio', { name: to.label, exact: true }).click()
    this.#done(id, 'workflowLaneId', to.id === 'none' ? null : to.id, [label])
  }

  async #moveToEnd(): Promise<void> {
    const { id, label } = await this.#card()
    const end = this.#dice.pick(['Move to top', 'Move to bottom'] as const) ?? 'Move to top'
    await this.page.locator(`[data-card="${id}"] [data-action=menu]`).click()
    await this.page.getByRole('menuitem', { name: end, exact: true, disabled: false }).click()
    this.#done(id, 'place', true, [label])
  }

  async #remove(): Promise<void> {
    const { id, label } = await this.#card()
    await this.page.locator(`[data-card="${id}"] [data-action=menu]`).click()
    await this.page.getByRole('menuitem', { name: 'Delete', exact: true }).click()
    this.#done(id, 'is there', false, [label])
  }

  /** Opens the dialog of a card at random. */
  async #openTask(): Promise<{ id: string; label: string }> {
    const found = await this.#card()
    await this.page.locator(`[data-card="${found.id}"] a.card-label`).click()
    await labelField(this.page).waitFor()
    return found
  }

  async #write(): Promise<void> {
    const { id, label } = await this.#openTask()
    const isLabel = this.#dice.chance(0.5)
    const name = this.#newName(isLabel ? 't' : 'd')
    const edit = taskDialog(this.page).getByRole('button', { name: 'Edit description', exact: true })
    if (!isLabel && (await edit.count()) > 0) await edit.click()
    const typedIn = isLabel ? labelField(this.page) : descriptionField(this.page)
    await typedIn.fill(name)
    // what stood there is not replaced if the page draws the field anew just then
    const text = await typedIn.inputValue()
    if (!text.includes(name)) throw new Error(`“${text}” stands where “${name}” was typed.`)
    const field = isLabel ? 'label' : 'description'
    this.#done(id, field, text, [label, text, id])
    if (this.#dice.chance(0.3)) await sleep(this.#dice.below(1_500))
    if (!isLabel) await this.page.keyboard.press('Escape')
    await closeTask(this.page)
  }

  async #changeSubtasks(): Promise<void> {
    const { id: taskId } = await this.#openTask()
    const dialog = taskDialog(this.page)
    for (let times = 1 + this.#dice.below(3); times > 0; times -= 1) {
      const one = await this.#any('data-row', '.subtask-text')
      const row = one.id === '' || this.#dice.chance(0.4) ? undefined : one
      await this.#changeSubtask(dialog, row, taskId)
    }
    if (this.#dice.chance(0.2)) await this.#undo('Control+z', false)
    await closeTask(this.page)
  }

  async #changeSubtask(
    dialog: Locator,
    row: { id: string; label: string } | undefined,
    taskId: string,
  ): Promise<void> {
    if (!row) {
      const label = this.#newName('s')
      const field = dialog.getByRole('textbox', { name: 'Add a subtask', exact: true })
      await field.fill(label)
      await field.press('Enter')
      this.#done('', 'is there', label, [label, taskId])
      return
    }
    const { id, label } = row
    const names = [label, taskId]
    const what = this.#dice.weighted({ tick: 5, rename: 3, remove: 1, up: 2 })
    if (what === 'tick') {
      const box = dialog.locator(`[data-row="${id}"] input[type=checkbox]`)
      await box.click()
      this.#done(id, 'isCompleted', await box.isChecked(), names)
    } else if (what === 'rename') {
      const text = this.#newName('s')
      await dialog.locator(`[data-row="${id}"] [data-action=rename]`).click()
      await dialog.locator('.rename-field input').fill(text)
      await this.page.keyboard.press('Enter')
      this.#done(id, 'label', text, [...names, text])
    } else if (what === 'remove') {
      await pick(this.page, `Actions for subtask ${label}`, 'Delete')
      this.#done(id, 'is there', false, names)
    } else {
      await this.page.getByRole('button', { name: `Actions for subtask ${label}`, exact: true }).click()
      await this.page.getByRole('menuitem', { name: 'Move up', exact: true, disabled: false }).click()
      this.#done(id, 'place', true, names)
    }
  }

  async #changeLanes(): Promise<void> {
    const { id, label } = await this.#lane()
    const lanes = await this.page.locator('[data-lane]').count()
    const menu = (item: string) => pick(this.page, `Actions for lane ${label}`, item)
    const what = this.#dice.weighted({
      add: lanes < 6 ? 3 : 0,
      rename: 3,
      right: 3,
      remove: lanes > 3 ? 2 : 0,
    })
    if (what === 'add') {
      const text = this.#newName('l')
      await this.page.getByRole('button', { name: 'Add lane', exact: true }).click()
      const field = this.page.getByRole('textbox', { name: 'Name of the new lane', exact: true })
      await field.fill(text)
      await field.press('Enter')
      this.#done('', 'is there', text, [text])
      await field.press('Escape')
    } else if (id === 'none' || id === '') return
    else if (what === 'rename') {
      const text = this.#newName('l')
      await menu('Rename')
      await this.page.locator('.rename-field input').fill(text)
      await this.page.keyboard.press('Enter')
      this.#done(id, 'label', text, [label, text])
    } else if (what === 'right') {
      await menu('Move right')
      this.#done(id, 'place', true, [label])
    } else {
      await menu('Delete')
      await this.page.getByRole('button', { name: 'Delete lane', exact: true }).click()
      this.#done(id, 'is there', false, [label])
    }
  }

  async #changeSelected(): Promise<void> {
    const chosen = [await this.#card(), await this.#card()]
    if (chosen[0]?.id === chosen[1]?.id) return
    for (const { id } of chosen)
      await this.page.locator(`[data-card="${id}"]`).click({ modifiers: ['Control'] })
    const to = await this.#lane()
    await this.page.keyboard.press('m')
    await this.page.getByRole('menuitem', { name: to.label, exact: true, disabled: false }).click()
    const laneId = to.id === 'none' ? null : to.id
    for (const { id, label, laneId: from } of chosen)
      this.#done(id, from === to.id ? 'place' : 'workflowLaneId', from === to.id ? true : laneId, [
        label,
        '2 tasks',
      ])
    await this.page.keyboard.press('Escape')
  }

  /** Undoes, or does again: the pages' lists of what waits show what became of it. */
  async #undo(keys: string, isOnBoard = true): Promise<void> {
    if (isOnBoard) await this.page.locator('main').focus()
    this.undos.push(Date.now())
    await this.page.keyboard.press(keys)
  }
}
