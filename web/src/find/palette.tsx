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

const pageStep = 8
/** The keys that go through the entries, and how far. */
const steps: Record<string, number> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: pageStep,
  PageUp: -pageStep,
}

const listId = 'find-list'
/** After this pause in typing, in milliseconds, it is announced that one letter is too short: most people type on. */
const typedMs = 1_000

/** The focus stays in the field when an entry is clicked. */
const keepFocus = (event: MouseEvent) => {
  event.preventDefault()
}

/** The entry that Enter takes: the one that the person has moved to, or the first. Another text begins anew. */
function useActive(items: readonly Item[], text: string) {
  const [chosen, setChosen] = useState({ text, id: '' })
  const active = items.find(({ id }) => chosen.text === text && id === chosen.id) ?? items[0]
  const setActiveId = (id = '') => {
    setChosen({ text, id })
  }
  const step = (by: number) => {
    const index = active ? items.indexOf(active) : 0
    const last = items.length - 1
    const isAtEnd = by > 0 ? index === last : index === 0
    const next = isAtEnd ? last - index : Math.min(last, Math.max(0, index + by))
    setActiveId(items[next]?.id)
  }
  return { active, setActiveId, step }
}

/** How far the search for a text is, to be shown. It is also announced. */
function useStatus(text: string, found: Found): string {
  const { isSearching, isTooShort } = found
  const said = wordsOf(text).length === 0 ? '' : statusText(found)
  const steady = useSteady(isTooShort ? '' : said, isSearching)
  useEffect(() => {
    if (said === '' || isSearching) return
    const timer = setTimeout(announce, isTooShort ? typedMs : 0, said)
    return () => {
      clearTimeout(timer)
    }
  }, [said, isSearching, isTooShort])
  return isTooShort ? said : steady
}

/** A field that finds tasks, projects and commands. https://www.w3.org/WAI/ARIA/apg/patterns/combobox/ */
export function Palette({ route, onSignOut, onClose, onChoose }: PaletteProps) {
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const [shownTasks, setShownTasks] = useState(tasksAtOnce)
  const ofPage = usePageCommands(route, onSignOut)
  const projectId = 'projectId' in route ? route.projectId : undefined
  const { groups, found } = useItems({ text, projectId, ofPage, shownTasks }, () => {
    setShownTasks(shownTasks + tasksAtOnce)
    if (found.tasks.length < shownTasks + tasksAtOnce) found.more()
  })
  const items = groups.flatMap((group) => group.items)
  const { active, setActiveId, step } = useActive(items, text)
  const status = useStatus(text, found)

  useEffect(() => field.current?.focus(), [])
  const currentId = active?.id
  useEffect(() => {
    if (currentId !== undefined) document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' })
  }, [currentId, text])

  const choose = (item: Item) => {
    if (item.kind === 'more') item.run()
    else onChoose(item.run)
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
        <Results groups={groups} text={text} activeId={currentId} onPoint={setActiveId} onChoose={choose} />
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

interface ResultsProps {
  groups: ReturnType<typeof useItems>['groups']
  text: string
  activeId: string | undefined
  onPoint: (id: string) => void
  onChoose: (item: Item) => void
}

/** The entries of the palette, by groups. */
const Results = ({ groups, text, activeId, onPoint, onChoose }: ResultsProps) => (
  <div
    id={listId}
    role="listbox"
    aria-label="Results"
    class="find-list"
    tabIndex={-1}
    onMouseDown={keepFocus}
  >
    {groups.map(({ name, items }) => (
      <ul key={name} role="group" aria-label={name}>
        <li role="presentation" class="find-group" aria-hidden="true">
          {name}
        </li>
        {items.map((item) => (
          <li
            key={item.id}
            id={item.id}
            role="option"
            aria-selected={item.id === activeId}
            class={`find-option of-${item.kind}`}
            // not when the list moves below a pointer at rest
            onPointerMove={() => {
              onPoint(item.id)
            }}
            onClick={() => {
              onChoose(item)
            }}
          >
            <Content item={item} text={text} />
          </li>
        ))}
      </ul>
    ))}
  </div>
)

function Content({ item, text }: { item: Item; text: string }) {
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
