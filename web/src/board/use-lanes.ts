import { type QueryClient, useQueryClient } from '@tanstack/preact-query'
import { useMemo } from 'preact/hooks'
import type { Project, Task } from '../../../client/src/index.ts'
import type { Change } from '../changes/change.ts'
import { inMessages, record, type Words } from '../changes/history.ts'
import { laneAddition, laneChange, laneDeletion, laneMove } from '../changes/lanes.ts'
import { type ProjectTask, projectTask } from '../changes/project-task.ts'
import { GivenUp } from '../changes/refusals.ts'
import { shownProject } from '../changes/shown-project.ts'
import { whyNot } from '../changes/words.ts'
import { keys, useMay } from '../data/api.ts'
import { refresh } from '../data/cache.ts'
import { noLane } from '../data/columns.ts'
import { connection } from '../data/connection.ts'
import { announce } from '../ui/announce.ts'
import { dismissAlerts, showAlert } from '../ui/messages.ts'
import { noteStep, type showUndo } from '../ui/undo.ts'

/** A lane, or the column of tasks without one. */
export interface Lane {
  id: string
  label: string
  /** The status that tasks get that enter it. */
  task_status?: Task['status'] | null
}

/** The place of the tasks without a lane. */
export const loose: Lane = { id: noLane, label: 'No lane' }

/** What is said of a change of a lane. */
interface LaneWords extends Omit<Words, 'failed'> {
  /** A text that the person may need again. */
  copy?: string
}

/**
 * Makes changes of the lanes of a project, which are shown at once, and notes how each is undone. Each resolves to whether it is
 * made, or waits for the connection.
 */
function openMaking(cache: QueryClient, projectId: string) {
  const attempt = `lanes of ${projectId}`
  return async (
    label: string,
    changeFor: (project: ProjectTask) => Change,
    { copy, ...words }: LaneWords,
    note?: typeof showUndo,
  ): Promise<boolean> => {
    const project = shownProject(cache, projectId)
    if (!project) return false
    dismissAlerts(attempt)
    const task = projectTask(project, label)
    const tell = (text: string, error: unknown, copied?: string) => {
      showAlert(`${text} ${whyNot(error)}`.trim(), attempt, copied)
      refresh(cache, keys.project(projectId))
    }
    const { answer } = record(
      cache,
      changeFor(task),
      { task, place: 'same' },
      {
        ...inMessages({ ...words, failed: '' }, tell, note),
        failed: (error) => {
          tell('', error, copy)
        },
      },
    )
    if (connection.value === 'lost') return true
    return answer.then(
      () => true,
      (error: unknown) => error instanceof GivenUp, // anything else was told
    )
  }
}

/** The changes of the lanes of one project. */
export type LaneWrites = ReturnType<typeof laneWritesOf>

function laneWritesOf(
  cache: QueryClient,
  { projectId, mayDelete }: { projectId: string; mayDelete: boolean },
) {
  const make = openMaking(cache, projectId)

  /** Adds lanes. It can be undone until something is in them. */
  const addAll = (lanes: readonly Omit<Lane, 'id'>[], what: string, copy?: string) =>
    make(
      lanes[0]?.label ?? '',
      (project) =>
        laneAddition(
          project,
          lanes.map(({ label, task_status = null }) => ({ id: crypto.randomUUID(), label, task_status })),
        ),
      {
        done: `Added ${what}.`,
        undone: `Deleted ${what}.`,
        stays: `${what.charAt(0).toUpperCase()}${what.slice(1)} ${lanes.length === 1 ? 'stays' : 'stay'}.`,
        ...(copy !== undefined && { copy }),
      },
      (done, undo, redo) => noteStep(done, mayDelete ? undo : undefined, redo),
    )

  return {
    addAll,
    /** Adds a lane. Resolves to whether it is made, or waits for the connection. */
    add: async (label: string): Promise<boolean> => {
      const isMade = await addAll([{ label }], `the lane “${label}”`, label)
      if (isMade) announce(`Added the lane “${label}”.`)
      return isMade
    },
    /** Moves a lane to an index among the others, and offers to undo that. */
    move: ({ id, label }: Lane, index: number) => {
      const lanes = shownProject(cache, projectId)?.workflow_lanes ?? []
      const from = lanes.findIndex((lane) => lane.id === id)
      if (from === -1 || from === index) return
      void make(label, (project) => laneMove(project, id, index), {
        done: `The lane “${label}” has moved.`,
        undone: `The lane “${label}” is back where it was.`,
        stays: `The lane “${label}” stays where it is.`,
      })
    },
    /** Changes the name of a lane, or the status that it gives. It can be undone. */
    change: (
      { id, label }: Lane,
      values: Partial<Pick<Project['workflow_lanes'][number], 'label' | 'task_status'>>,
    ) => {
      void make(
        label,
        (project) => laneChange(project, id, values),
        {
          done:
            values.label === undefined
              ? `Changed the lane “${label}”.`
              : `Renamed the lane “${label}” to “${values.label}”.`,
          undone: `The lane “${label}” is as it was.`,
          stays: `The lane “${values.label ?? label}” stays as it is.`,
        },
        noteStep,
      )
    },
    /** Deletes a lane. Its tasks are in no lane then. It can be undone. */
    remove: ({ id, label }: Lane) => {
      const lane = shownProject(cache, projectId)?.workflow_lanes.find((one) => one.id === id)
      void make(label, (project) => laneDeletion(project, id), {
        done: `Deleted the lane “${label}”.${lane?.task_count === 0 ? '' : ' Its tasks are in no lane now.'}`,
        undone: `The lane “${label}” is back.`,
        stays: `The lane “${label}” is not back.`,
      })
    },
  }
}

/** The changes of the lanes of a project, as a hook. They stay the same objects. */
export function useLaneWrites(projectId: string): LaneWrites {
  const cache = useQueryClient()
  const mayDelete = useMay('delete')
  return useMemo(() => laneWritesOf(cache, { projectId, mayDelete }), [cache, projectId, mayDelete])
}
