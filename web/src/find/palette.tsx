import { useEffect, useRef, useState } from 'preact/hooks'
import { announce } from '../ui/announce.ts'
import { Dialog } from '../ui/dialog.tsx'
import '../style/find.css'
import { Option } from './option.tsx'
import { statusText } from './status.ts'
import { tasksAtOnce, useItems, type Item } from './use-items.ts'
import { wordsOf } from '../data/search-words.ts'

interface PaletteProps {
  /** The project that is shown. It is searched first. */
  projectId: string | undefined
  onClose: () => void
  /** Receives what is to be done when the palette is gone. */
  onChoose: (run: () => void) => void
}

const listId = 'find-list'
const pageStep = 8

/** The focus stays in the field when an entry is clicked. */
const keepFocus = (event: MouseEvent) => {
  event.preventDefault()
}

/** A field that finds tasks, projects and commands. https://www.w3.org/WAI/ARIA/apg/patterns/combobox/ */
export function Palette({ projectId, onClose, onChoose }: PaletteProps) {
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState({ text, id: '' })
  const [shownTasks, setShownTasks] = useState(tasksAtOnce)
  const { groups, found } = useItems(text, projectId, shownTasks, () => {
    setShownTasks(shownTasks + tasksAtOnce)
    if (found.tasks.length < shownTasks + tasksAtOnce) found.more()
  })
  const items = groups.flatMap((group) => group.items)
  const active = items.find(({ id }) => chosen.text === text && id === chosen.id) ?? items[0]
  const setActiveId = (id = '') => {
    setChosen({ text, id })
  }
  const isEmpty = wordsOf(text).length === 0
  const status = isEmpty || found.total === 0 ? '' : statusText(found)

  useEffect(() => field.current?.focus(), [])
  // what has been found first stays the active entry when others come before it
  const currentId = active?.id
  useEffect(() => {
    if (currentId === undefined) return
    if (!isEmpty) setChosen((now) => (now.text === text ? now : { text, id: currentId }))
    document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' })
  }, [currentId, isEmpty, text])
  useEffect(() => {
    if (status !== '' && !found.isSearching) announce(status)
  }, [status, found.isSearching])

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
    <Dialog title="Search" onClose={onClose}>
      <div class="find">
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-label="Search tasks, projects and commands"
          placeholder="Search tasks, projects and commands"
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
