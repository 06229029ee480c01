import { useEffect, useRef, useState } from 'preact/hooks'
import { foldText } from '../../../lib/contract/fold.ts'
import { useIsBound } from '../data/api.ts'
import { useProjects } from '../data/queries.ts'
import { stepFocus } from '../ui/focus.ts'
import { goTo, hrefs } from '../ui/route.ts'
import { Unloaded } from '../ui/states.tsx'

interface ProjectChoiceProps {
  currentId: string | undefined
  onClose: () => void
}

/** A field that narrows the list of projects. Arrow keys move through the list, Enter opens the first one. */
export function ProjectChoice({ currentId, onClose }: ProjectChoiceProps) {
  const projects = useProjects()
  const isBound = useIsBound()
  const [text, setText] = useState('')
  const area = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const wanted = foldText(text.trim())
  const found = projects.data?.filter(({ label }) => foldText(label).includes(wanted))
  return (
    <div
      ref={area}
      class="project-choice"
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
        event.preventDefault()
        const stops = area.current?.querySelectorAll<HTMLElement>('input, a') ?? []
        stepFocus([...stops], event.key === 'ArrowDown' ? 1 : -1)
      }}
    >
      <input
        ref={field}
        type="search"
        dir="auto"
        aria-label="Find a project"
        placeholder="Find a project"
        autoComplete="off"
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value)
        }}
        onKeyDown={(event) => {
          const [first] = found ?? []
          if (event.key !== 'Enter' || event.isComposing || !first) return
          onClose()
          goTo(hrefs.board(first.id))
        }}
      />
      {found ? (
        <ul>
          {found.map(({ id, label }) => (
            <li key={id}>
              <a href={hrefs.board(id)} dir="auto" aria-current={id === currentId ? 'true' : undefined}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      ) : (
        <Unloaded query={projects} />
      )}
      <p role="status" class={found?.length === 0 ? 'muted' : 'visually-hidden'}>
        {found?.length === 0 &&
          (text !== '' ? 'No project has this name.' : isBound ? 'No projects.' : 'No projects yet.')}
      </p>
      <a href={hrefs.projects} class="all-projects">
        All projects
      </a>
    </div>
  )
}
