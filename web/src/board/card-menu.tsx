import { statusNames } from '../ui/format.ts'
import { useEffect } from 'preact/hooks'
import type { Task } from '../../../client/src/index.ts'
import { useMay } from '../data/api.ts'
import { laneIdOf } from '../data/columns.ts'
import { isDraft } from '../data/writes.ts'
import { MenuPopup, type MenuItem } from '../ui/menu-popup.tsx'
import { showAlert, showToast } from '../ui/messages.ts'
import { type TaskParts, useTaskParts } from './board-context.ts'
import { cardMenu, type OpenMenu, openTask } from './card-events.ts'
import { findCard } from './drag/columns.ts'
import type { Lane } from './use-lanes.ts'
import { useValue } from '../data/use-value.ts'

const statuses = [0, 1, 2] as const satisfies Task['status'][]

/** Shows the open menu of a card. */
export function CardMenu({ lanes }: { lanes: readonly Lane[] }) {
  const board = useTaskParts()
  const mayDelete = useMay('delete')
  const open = useValue(cardMenu)
  useEffect(
    () => () => {
      cardMenu.value = undefined
    },
    [],
  )
  if (!open) return null
  const { task, page } = open
  return (
    <MenuPopup
      label={page === 'actions' ? `Actions for ${task.label}` : `Move ${task.label} to a lane`}
      items={page === 'actions' ? actionsOf(board, open, mayDelete) : lanesFor(board, task, lanes)}
      anchor={open.anchor}
      returnTo={open.returnTo}
      onClose={() => {
        cardMenu.value = undefined
      }}
    />
  )
}

/** What can be done with a task. */
function actionsOf(board: TaskParts, open: OpenMenu, mayDelete: boolean): MenuItem[] {
  const { task } = open
  const { mayWrite, remove, hrefOf } = board
  const statusItems = statuses.map((status) => ({
    label: statusNames[status],
    group: 'Status',
    isChecked: task.status === status,
    onSelect: () => {
      if (task.status !== status) board.setStatus(task, status)
    },
  }))
  const moveToLane = {
    label: 'Move to lane…',
    shortcut: 'M',
    onSelect: () => {
      cardMenu.value = { ...open, page: 'lanes' }
    },
  }
  return [
    {
      label: 'Open task',
      shortcut: 'E',
      onSelect: () => {
        openTask(board, task)
      },
    },
    ...(mayWrite ? [...statusItems, moveToLane] : []),
    ...(mayWrite && board.isInLane ? endsFor(board, task) : []),
    // a task that waits to be added has no address yet
    ...(isDraft(task) ? [] : [{ label: 'Copy link', onSelect: () => void copyLink(hrefOf(task.id)) }]),
    ...(mayDelete ? [{ label: 'Delete', shortcut: 'Delete', onSelect: () => void remove(task) }] : []),
  ]
}

/** The moves of a task within its lane. */
function endsFor({ views, moveToEnd }: TaskParts, task: Task): MenuItem[] {
  const found = findCard(views, task.id)
  const behind = found?.column.tasks[found.index + 1]
  const ends = [
    { label: 'Move to top', end: 'top', isDisabled: found?.index === 0 },
    { label: 'Move to bottom', end: 'bottom', isDisabled: found?.column.hasMore === false && !behind },
  ] as const
  return ends.map(({ end, ...item }) => ({
    ...item,
    onSelect: () => {
      moveToEnd(task, end)
    },
  }))
}

/** The moves of a task to the other lanes. */
const lanesFor = ({ moveToLane }: TaskParts, task: Task, lanes: readonly Lane[]): MenuItem[] =>
  lanes.map(({ id, label }) => ({
    label,
    key: id,
    isChecked: laneIdOf(task) === id,
    isDisabled: laneIdOf(task) === id,
    onSelect: () => {
      moveToLane(task, id)
    },
  }))

async function copyLink(href: string): Promise<void> {
  const link = new URL(href, location.href).href
  try {
    await navigator.clipboard.writeText(link)
    showToast('Link copied.')
  } catch {
    // there is no clipboard, or it is not allowed
    showAlert(`The browser does not allow copying. The link is ${link}`)
  }
}
