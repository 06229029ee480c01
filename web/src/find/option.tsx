import { statusNames } from '../ui/format.ts'
import type { Task } from '../../../client/src/index.ts'
import type { Item } from './use-items.ts'
import { ShortcutKeys } from './shortcut-keys.tsx'
import { containsWords, wordsOf } from '../data/search-words.ts'

interface OptionProps {
  item: Item
  text: string
  isActive: boolean
  onPoint: () => void
  onChoose: () => void
}

/** An entry of the palette's list. */
export function Option({ item, text, isActive, onPoint, onChoose }: OptionProps) {
  return (
    <li
      id={item.id}
      role="option"
      aria-selected={isActive}
      class={`find-option of-${item.kind}`}
      // not when the list moves below a pointer at rest
      onPointerMove={onPoint}
      onClick={onChoose}
    >
      <Content item={item} text={text} />
    </li>
  )
}

function Content({ item, text }: Pick<OptionProps, 'item' | 'text'>) {
  if (item.kind === 'more') return <span class="find-name">{item.label}</span>
  if (item.kind === 'command') {
    return (
      <>
        <span class="find-name">{item.command.name}</span>
        {item.command.keys !== undefined && <ShortcutKeys keys={item.command.keys} />}
      </>
    )
  }
  if (item.kind === 'project') {
    return (
      <span class="find-name" dir="auto">
        {item.project.label}
      </span>
    )
  }
  const { task, project } = item
  const where = placeOf(task, text)
  return (
    <>
      <svg class={`icon find-status is-${task.status}`} viewBox="0 0 16 16" aria-hidden="true">
        <circle cx="8" cy="8" r="6" />
        {task.status === 1 && <path d="M8 4.5a3.5 3.5 0 0 1 0 7Z" />}
        {task.status === 2 && <path d="m5.2 8.2 2 2 3.6-4" />}
      </svg>
      <span class="find-name" dir="auto">
        {task.label}
      </span>
      <span class="find-about">
        {where !== undefined && <span dir="auto">{where}</span>}
        <span>{statusNames[task.status]}</span>
        {project && <span dir="auto">{project.label}</span>}
      </span>
    </>
  )
}

/** Where a task contains the text, if not in its label: its external id, or the description. */
function placeOf({ label, external_id }: Task, text: string): string | undefined {
  const missing = wordsOf(text).filter((word) => !containsWords(label, [word]))
  if (missing.length === 0) return undefined
  return external_id !== undefined && containsWords(external_id, missing) ? external_id : 'In the description'
}
