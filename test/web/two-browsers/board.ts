import type { Page } from 'playwright-core'
import type { Project, Task } from '../../../client/src/index.ts'

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
