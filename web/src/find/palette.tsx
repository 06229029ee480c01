import { useEffect, useRef, useState } from 'preact/hooks'
import type { Task } from '../../../client/src/index.ts'
import { containsWords, wordsOf } from '../data/search-words.ts'
import { announce } from '../ui/announce.ts'
import { Dialog } from '../ui/dialog.tsx'
import { counted, statusNames } from '../ui/format.ts'
import type { Route } from '../ui/route.ts'
import { useSteady } from '../ui/use-steady.ts'
import { usePageCommands } from './page-commands.ts'
import { ShortcutKeys } from './shortcut-keys.tsx'
import { type Item, tasksAtOnce, useItems } from './use-items.ts'
import type { Found } from './use-search.ts'
import '../style/find.css'

interface PaletteProps {
  /** What is shown. The tasks of its project come first. */
  route: Route
  onSignOut: () => void
  onClose: () => void
  /** Receives what is to be done when the palette is gone. */
  onChoose: (run: () => void) => void
}

const listId = 'find-list'
const pageStep = 8
/** After this pause in typing, in milliseconds, it is announced that one letter is too short: most people type on. */
const typedMs = 1_000

/** The focus stays in the field when an entry is clicked. */
const keepFocus = (event: MouseEvent) => {
  event.preventDefault()
}

/** A field that finds tasks, projects and commands. https://www.w3.org/WAI/ARIA/apg/patterns/combobox/ */
export function Palette({ route, onSignOut, onClose, onChoose }: PaletteProps) {
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  /** The entry that the person has moved to, for a text. */
  const [chosen, setChosen] = useState({ text, id: '' })
  const [shownTasks, setShownTasks] = useState(tasksAtOnce)
  const ofPage = usePageCommands(route, onSignOut)
  const projectId = 'projectId' in route ? route.projectId : undefined
  const { groups, found } = useItems({ text, projectId, ofPage, shownTasks }, () => {
    setShownTasks(shownTasks + tasksAtOnce)
    if (found.tasks.length < shownTasks + tasksAtOnce) found.more()
  })
  const items = groups.flatMap((group) => group.items)
  const active = items.find(({ id }) => chosen.text === text && id === chosen.id) ?? items[0]
  const setActiveId = (id = '') => {
    setChosen({ text, id })
  }
  const isEmpty = wordsOf(text).length === 0
  const said = isEmpty ? '' : statusText(found)
  const steady = useSteady(found.isTooShort ? '' : said, found.isSearching)
  const status = found.isTooShort ? said : steady

  useEffect(() => field.current?.focus(), [])
  const currentId = active?.id
  useEffect(() => {
    if (currentId !== undefined) document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' })
  }, [currentId, text])
  useEffect(() => {
    if (said === '' || found.isSearching) return
    const timer = setTimeout(announce, found.isTooShort ? typedMs : 0, said)
    return () => {
      clearTimeout(timer)
    }
  }, [said, found.isSearching, found.isTooShort])

  const choose = (item: Item) => {
    if (item.kind === 'more') item.run()
    else onChoose(item.run)
  }
  const step = (by: number) => {
    const index = active ? items.indexOf(active) : 0
    const last = items.length - 1
    const isAtEnd = by > 0 ? index === last : index === 0
    const next = isAtEnd ? last - index : Math.min(last, Math.max(0, index + by))
    setActiveId(items[next]?.id)
  }
  const steps: Record<string, number> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: pageStep,
    PageUp: -pageStep,
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return
    const by = steps[event.key]
    if (by !== undefined) step(by)
    else if (event.key === 'Enter' && active) choose(active)
    else return
    event.preventDefault()
  }

  return (
    <Dialog title="Search" header={null} onClose={onClose}>
      <div class="find">
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-label="Search tasks, projects and commands"
          placeholder="Search or type a command"
          aria-expanded={items.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active?.id}
          autoComplete="off"
          autoCapitalize="off"
          spellcheck={false}
          enterKeyHint="go"
          dir="auto"
          value={text}
          onInput={(event) => {
            setText(event.currentTarget.value)
            setShownTasks(tasksAtOnce)
          }}
          onKeyDown={onKeyDown}
        />
        <div
          id={listId}
          role="listbox"
          aria-label="Results"
          class="find-list"
          tabIndex={-1}
          onMouseDown={keepFocus}
        >
          {groups.map(({ name, items: own }) => (
            <ul key={name} role="group" aria-label={name}>
              <li role="presentation" class="find-group" aria-hidden="true">
                {name}
              </li>
              {own.map((item) => (
                <Option
                  key={item.id}
                  item={item}
                  text={text}
                  isActive={item.id === currentId}
                  onPoint={() => {
                    setActiveId(item.id)
                  }}
                  onChoose={() => {
                    choose(item)
                  }}
                />
              ))}
            </ul>
          ))}
        </div>
        <p class="find-status-line muted">{status}</p>
      </div>
    </Dialog>
  )
}

/** How far a search is, and what it has found. */
function statusText({ tasks, isSearching, isTooShort, state }: Found): string {
  if (isTooShort) return 'One more letter searches all projects.'
  if (isSearching) return 'Searching all projects…'
  const hits = tasks.length === 0 ? 'No task found' : `${counted(tasks.length, 'task')} found`
  if (state === 'failed') return `${hits}. Not all tasks could be searched.`
  return state === 'open' ? `${hits} so far.` : `${hits}.`
}

interface OptionProps {
  item: Item
  text: string
  isActive: boolean
  onPoint: () => void
  onChoose: () => void
}

/** An entry of the palette's list. */
function Option({ item, text, isActive, onPoint, onChoose }: OptionProps) {
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

/** Where a task contains the text, if not in its label: its external id, its subtasks, or the description. */
function placeOf({ label, external_id, subtasks }: Task, text: string): string | undefined {
  const missing = wordsOf(text).filter((word) => !containsWords(label, [word]))
  if (missing.length === 0) return undefined
  if (external_id !== undefined && containsWords(external_id, missing)) return external_id
  const isIn = (word: string) => subtasks.some((subtask) => containsWords(subtask.label, [word]))
  return missing.every(isIn) ? 'In a subtask' : 'In the description'
}
