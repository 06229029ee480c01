import { statusNames } from '../ui/format.ts'
import { useEffect } from 'preact/hooks'
import type { Task } from '../../../client/src/index.ts'
import { useMay } from '../data/api.ts'
import { laneIdOf } from '../data/columns.ts'
import { isDraft } from '../data/writes.ts'
import { MenuPopup, type MenuItem } from '../ui/menu-popup.tsx'
import { showAlert, showToast } from '../ui/messages.ts'
import { useTaskParts } from './board-context.ts'
import { cardMenu, openTask } from './card-events.ts'
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

  const actions = (): MenuItem[] => {
    const { setStatus, moveToEnd, remove, mayWrite, views, isInLane, hrefOf } = board
    const found = findCard(views, task.id)
    const isFirst = found?.index === 0
    const behind = found?.column.tasks[found.index + 1]
    const isLast = found?.column.hasMore === false && !behind
    const href = hrefOf(task.id)
    // a task that waits to be added has no address yet
    const isThere = !isDraft(task)
    const ends = [
      { label: 'Move to top', end: 'top', isDisabled: isFirst },
      { label: 'Move to bottom', end: 'bottom', isDisabled: isLast },
    ] as const
    return [
      {
        label: 'Open task',
        shortcut: 'E',
        onSelect: () => {
          openTask(board, task)
        },
      },
      ...(mayWrite
        ? [
            ...statuses.map((status) => ({
              label: statusNames[status],
              group: 'Status',
              isChecked: task.status === status,
              onSelect: () => {
                if (task.status !== status) setStatus(task, status)
              },
            })),
            {
              label: 'Move to lane…',
              shortcut: 'M',
              onSelect: () => {
                cardMenu.value = { ...open, page: 'lanes' }
              },
            },
          ]
        : []),
      ...(mayWrite && isInLane
        ? ends.map(({ end, ...item }) => ({
            ...item,
            onSelect: () => {
              moveToEnd(task, end)
            },
          }))
        : []),
      ...(isThere ? [{ label: 'Copy link', onSelect: () => void copyLink(href) }] : []),
      ...(mayDelete ? [{ label: 'Delete', shortcut: 'Delete', onSelect: () => void remove(task) }] : []),
    ]
  }

  const lanesToChoose = (): MenuItem[] =>
    lanes.map(({ id, label }) => ({
      label,
      key: id,
      isChecked: laneIdOf(task) === id,
      isDisabled: laneIdOf(task) === id,
      onSelect: () => {
        board.moveToLane(task, id)
      },
    }))

  return (
    <MenuPopup
      label={page === 'actions' ? `Actions for ${task.label}` : `Move ${task.label} to a lane`}
      items={page === 'actions' ? actions() : lanesToChoose()}
      anchor={open.anchor}
      returnTo={open.returnTo}
      onClose={() => {
        cardMenu.value = undefined
      }}
    />
  )
}

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
