import { QueryClient } from '@tanstack/preact-query'
import { expect, vi } from 'vitest'
import type { Project, Task } from '../../client/src/index.ts'
import type { Change } from '../../web/src/changes/change.ts'
import { type Edit, record, recordAll } from '../../web/src/changes/history.ts'
import type { Entry } from '../../web/src/changes/entry.ts'
import { type ProjectTask, projectTask } from '../../web/src/changes/project-task.ts'
import { entries } from '../../web/src/changes/entry.ts'
import { forgetOutbox, openOutbox } from '../../web/src/changes/outbox.ts'
import { resume } from '../../web/src/changes/resume.ts'
import { shownProject } from '../../web/src/changes/shown-project.ts'
import { keys } from '../../web/src/data/api.ts'
import { placeTask, removeTask } from '../../web/src/data/cache.ts'
import { anyLane, type Column, type ColumnScope, tasksOf } from '../../web/src/data/columns.ts'
import { forgetWrites, withWrites, type Write, writes } from '../../web/src/data/writes.ts'
import { forgetUndo, noteStep } from '../../web/src/ui/undo.ts'
import type { openService } from './service-in-memory.ts'

const scope: ColumnScope = { projectId: 'p', laneId: anyLane, statuses: [], text: '' }
const columnKey = keys.column('p', anyLane, { statuses: [] })

/** A page of the web interface, without its views, with the tasks and lanes of a service in memory. */
export function openPage(service: ReturnType<typeof openService>) {
  const cache = new QueryClient()
  let kept: readonly Entry[] = []
  const read = () => {
    cache.setQueryData<Project>(keys.project('p'), service.project())
    cache.setQueryData<Column>(columnKey, {
      pages: [{ tasks: service.list(), next_cursor: null }],
      pageParams: [undefined],
    })
  }
  const open = () => {
    const save = (list: readonly Entry[]) => {
      kept = JSON.parse(JSON.stringify(list)) as Entry[]
    }
    openOutbox({ client: service.client, cache, save, onRefused: () => undefined })
  }
  read()
  open()
  const shown = () => withWrites(tasksOf(cache.getQueryData(columnKey)), writes.value, scope)
  const make = (task: Task, change: Change, place: Write['place'] = 'same') => {
    record(
      cache,
      change,
      { task, place },
      {
        note: (undo, redo) => noteStep('A change', undo, redo),
        failed: () => undefined,
        undone: () => undefined,
        stays: () => undefined,
      },
    ).answer.catch(() => undefined)
  }
  /** Makes several changes as one. */
  const makeAll = (edits: readonly Edit[]) => {
    const { sendings } = recordAll(cache, edits, {
      note: (undo, redo) => noteStep('Some changes', undo, redo),
      made: () => undefined,
      undone: () => undefined,
    })
    for (const { answer } of sendings) answer.catch(() => undefined)
  }
  const lanes = () => shownProject(cache, 'p')?.workflow_lanes ?? []
  return {
    shown,
    make,
    makeAll,
    lanes,
    makeOfLanes: (changeFor: (project: ProjectTask) => Change) => {
      const project = shownProject(cache, 'p')
      const task = project && projectTask(project)
      if (task) make(task, changeFor(task))
    },
    cache,
    /** Waits until the outbox is empty. */
    settle: async () => {
      await vi.advanceTimersByTimeAsync(1_000) // a redo waits for what is undone
      for (let times = 0; times < 200 && (entries.value.length > 0 || writes.value.length > 0); times += 1)
        await vi.advanceTimersByTimeAsync(1_000)
      await vi.advanceTimersByTimeAsync(1_000)
      expect(entries.value).toEqual([])
    },
    reload: () => {
      const left = kept
      forgetOutbox()
      forgetWrites()
      forgetUndo()
      read()
      open()
      resume(cache, left)
    },
    /** What the feed of changes tells. */
    hear: () => {
      cache.setQueryData<Project>(keys.project('p'), service.project())
      for (const { task, isTrashed } of service.stored.values())
        if (isTrashed) removeTask(cache, task.id)
        else placeTask(cache, task)
    },
  }
}

export type Page = ReturnType<typeof openPage>
