import type { Page } from 'playwright-core'
import type { Project, Task } from '../../../client/src/index.ts'
import type { Sent } from './line.ts'
import type { Deed } from './deed.ts'
import type { Person } from './person.ts'

/** A board: its lanes with their cards, each as text. */
export type Board = { lane: string; cards: string[] }[]

const textOf = (label: string, status: number, isDescribed: boolean, subtasks: string) =>
  `${label}, ${['open', 'in progress', 'done'][status] ?? ''}${isDescribed ? ', described' : ''}${subtasks}`

/** The board as it is stored. */
export function storedAs(project: Project, tasks: readonly Task[]): Board {
  const lanes = [{ id: null, label: 'No lane' }, ...project.workflow_lanes]
  return lanes.flatMap(({ id, label }) => {
    const own = tasks.filter((task) => task.workflow_lane_id === id)
    if (id === null && own.length === 0) return []
    const cards = own.map((task) => {
      const done = task.subtasks.filter((subtask) => subtask.is_completed).length
      const subtasks = task.subtasks.length > 0 ? `, ${done}/${task.subtasks.length}` : ''
      return textOf(task.label, task.status, (task.description ?? '').trim() !== '', subtasks)
    })
    return [{ lane: label, cards }]
  })
}

/** The board as a page shows it. */
export async function shownOn(page: Page): Promise<Board> {
  const lanes = await page.locator('[data-lane]').evaluateAll((found) =>
    found.map((one) => ({
      lane: one.querySelector('h2')?.textContent ?? '',
      cards: [...one.querySelectorAll('[data-card]')].map((card) => ({
        at: Number(card.getAttribute('data-index')),
        label: card.querySelector('.card-label')?.textContent ?? '',
        status: card.querySelector('[data-action=done]')?.getAttribute('aria-pressed'),
        marks: [...card.querySelectorAll('.mark')].map((mark) => mark.getAttribute('title') ?? ''),
      })),
    })),
  )
  return lanes.flatMap(({ lane, cards }) => {
    const texts = cards
      .toSorted((one, other) => one.at - other.at)
      .map(({ label, status, marks }) => {
        const counts = marks
          .flatMap((mark) => /^(\d+) of (\d+) subtask/.exec(mark)?.slice(1).join('/') ?? [])
          .at(0)
        const number = status === 'true' ? 2 : status === 'mixed' ? 1 : 0
        const isDescribed = marks.some((mark) => mark.includes('description'))
        return textOf(label, number, isDescribed, counts === undefined ? '' : `, ${counts}`)
      })
    return lane === 'No lane' && texts.length === 0 ? [] : [{ lane, cards: texts }]
  })
}

/** What is known at the end of one of the two. */
interface End {
  person: Person
  sent: readonly Sent[]
  shown: Board
  isNothingLeft: boolean
}

/** What the service has at the end. */
interface Stored {
  board: Board
  tasks: readonly Task[]
  project: Project
}

const isTold = ({ told }: Person, { atMs, names }: Deed): boolean =>
  told.some(
    (one) =>
      one.isAlert && one.atMs >= atMs && names.some((name) => `${one.text} ${one.hash}`.includes(name)),
  )

/** Whether a request has set what was wanted. A circle may have been pressed just when its status changed. */
const isOf = (deed: Deed) => (one: Sent) =>
  one.field === deed.field &&
  (deed.subject === '' || one.subject === deed.subject) &&
  (deed.field === 'status' || JSON.stringify(one.value) === JSON.stringify(deed.value))

/** The deeds that are lost: nothing was sent, the person has not taken them back, and was told nothing. */
export function lostOf(person: Person, sent: readonly Sent[]): Deed[] {
  const { deeds } = person
  return deeds.filter((deed, index) => {
    const isText = deed.field === 'label' || deed.field === 'description'
    const isReplaced = (later: Deed) => later.subject === deed.subject && later.field === deed.field
    return !(
      deed.isUndone ||
      deed.isYielded ||
      sent.some((one) => one.atMs >= deed.atMs - 1_000 && isOf(deed)(one)) ||
      (isText && deeds.slice(index + 1).some(isReplaced)) ||
      isTold(person, deed)
    )
  })
}

/** The stored texts, by the ids of what has them. */
function textsIn({ tasks, project }: Stored): Map<string, Record<string, string>> {
  const items = [
    ...project.workflow_lanes,
    ...tasks.flatMap(({ subtasks }) => subtasks),
    ...tasks.map(({ id, label, description }) => ({ id, label, description: description ?? '' })),
  ]
  return new Map(items.map(({ id, ...texts }) => [id, texts as Record<string, string>] as const)) // others are not asked for
}

/** Compares the texts that are stored with those that were typed last. */
function checkTexts(ends: readonly End[], stored: Stored): { values: number; problems: string[] } {
  const sent = ends.flatMap((end) => end.sent)
  const problems: string[] = []
  let values = 0
  for (const [id, texts] of textsIn(stored))
    for (const field of ['label', 'description']) {
      const all = ends.map(({ person }) => ({
        person,
        own: person.deeds.filter((deed) => deed.subject === id && deed.field === field),
      }))
      const isUnclear = all.some(({ person, own }) =>
        own.some((deed) => deed.isUndone || deed.isYielded || isTold(person, deed)),
      )
      const last = all.flatMap(({ own }) => own.at(-1)?.value ?? [])
      if (isUnclear || last.length === 0) continue
      values += 1
      if (!last.includes(texts[field] ?? ''))
        problems.push(
          `${id} has the ${field} “${texts[field] ?? ''}”, but was given ${JSON.stringify(all.map(({ own }) => own))}, and sent was ` +
            JSON.stringify(sent.filter((one) => one.subject === id && one.field === field)),
        )
    }
  return { values, problems }
}

/** What is wrong at the end of a run, and how much was checked. */
export function problemsOf(
  ends: readonly End[],
  stored: Stored,
): { problems: string[]; checked: { deeds: number; values: number } } {
  const sent = ends.flatMap((end) => end.sent)
  const { values, problems } = checkTexts(ends, stored)
  const labels = stored.tasks.map(({ label }) => label)
  return {
    problems: [
      ...ends.flatMap(({ person: { name, faults }, shown, isNothingLeft }) => [
        ...faults,
        ...(isNothingLeft ? [] : [`${name} has changes that wait`]),
        ...(JSON.stringify(shown) === JSON.stringify(stored.board)
          ? []
          : [`${name} shows ${JSON.stringify(shown)}, stored is ${JSON.stringify(stored.board)}`]),
      ]),
      ...ends.flatMap(({ person }) =>
        lostOf(person, sent).map((deed) => `${person.name} has lost ${JSON.stringify(deed)}`),
      ),
      ...labels.filter((label, at) => labels.indexOf(label) < at).map((label) => `“${label}” is there twice`),
      ...problems,
    ],
    checked: {
      // of what was undone, or given up, only the pages are compared
      deeds: ends.flatMap(({ person }) => person.deeds.filter((deed) => !deed.isUndone && !deed.isYielded))
        .length,
      values,
    },
  }
}
