import { useQueryClient } from '@tanstack/preact-query'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Project } from '../../../client/src/index.ts'
import { maxLabelCharacters } from '../../../lib/contract/limits.ts'
import { keys, useApi } from '../data/api.ts'
import { announce } from '../ui/announce.ts'
import { explain } from '../ui/explain.ts'
import { useAttempt } from '../ui/use-attempt.ts'
import { useLock } from '../ui/use-lock.ts'
import { useUnsaved } from '../ui/unsaved.ts'
import { useTooLong } from '../ui/use-too-long.tsx'
import { focusSoon } from '../ui/focus.ts'
import { useLaneWrites } from './use-lanes.ts'

interface AddLaneProps {
  projectId: string
  /** What the button says. */
  text?: string
}

/** A button that turns into a field for names of new lanes. Enter adds a lane. Escape, or leaving it empty, closes it. */
export function AddLane({ projectId, text = 'Add lane' }: AddLaneProps) {
  const [isOpen, setOpen] = useState(false)
  const [label, setLabel] = useState('')
  useUnsaved('New lane', label)
  const { add } = useLaneWrites(projectId)
  const lock = useLock()
  const button = useRef<HTMLButtonElement>(null)
  const input = useRef<HTMLInputElement>(null)
  // the focus stays where the person has moved it
  const goesBack = useRef(false)
  useEffect(() => {
    if (isOpen) input.current?.focus()
    else if (goesBack.current) button.current?.focus()
    goesBack.current = false
  }, [isOpen])
  const close = () => {
    goesBack.current = true
    setOpen(false)
  }

  const name = label.trim()
  const { isTooLong, attributes, note } = useTooLong(name, maxLabelCharacters)
  const submit = () => {
    if (isTooLong || !lock.take()) return
    if (name === '') {
      lock.free()
      close()
      return
    }
    add.mutate(name, {
      onSuccess: () => {
        setLabel((now) => (now.trim() === name ? '' : now))
        announce(`Added the lane “${name}”.`)
        // the new lane has pushed the field to the side
        requestAnimationFrame(() => input.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' }))
      },
      onSettled: lock.free,
    })
  }
  return (
    <div class="add-lane">
      {isOpen ? (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') close()
          }}
        >
          <input
            ref={input}
            dir="auto"
            aria-label="Name of the new lane"
            placeholder="Name of the new lane"
            autoComplete="off"
            value={label}
            onInput={(event) => {
              setLabel(event.currentTarget.value)
            }}
            onBlur={() => {
              if (name === '') setOpen(false)
            }}
            {...attributes}
          />
          {note}
        </form>
      ) : (
        <button
          ref={button}
          type="button"
          class="quiet"
          onClick={() => {
            setOpen(true)
          }}
        >
          <span aria-hidden="true">+</span> {text}
        </button>
      )}
    </div>
  )
}

const usualLanes = [
  { label: 'To do', taskStatus: 0 },
  { label: 'Doing', taskStatus: 1 },
  { label: 'Done', taskStatus: 2 },
] as const

/** On a board without lanes: makes the usual three with one click. */
export function FirstLanes({ projectId }: { projectId: string }) {
  const { client } = useApi()
  const cache = useQueryClient()
  const [isRunning, setRunning] = useState(false)
  const attempt = useAttempt({
    about: `first lanes of ${projectId}`,
    explain,
    after: () => {
      setRunning(false)
    },
  })
  const addAll = async () => {
    setRunning(true)
    let project: Project | undefined
    try {
      for (const lane of usualLanes) project = (await client.lanes.create(projectId, lane)).project
    } finally {
      // shows all lanes at once; if one fails, those that were made
      if (project) cache.setQueryData(keys.project(projectId), project)
    }
    focusSoon(() => document.querySelector<HTMLElement>('.quick-add input'))
  }
  return (
    <section class="first-lanes" aria-label="First lanes">
      <h2>Begin with three lanes</h2>
      <p class="muted">Cards go from lane to lane as the work goes on. All of it can be changed later.</p>
      <button
        type="button"
        class="primary"
        aria-disabled={isRunning}
        onClick={() => void attempt(addAll, 'Not all lanes were added.')}
      >
        To do, Doing, Done
      </button>
    </section>
  )
}
