import type { ComponentChildren } from 'preact'
import { useTask } from '../data/queries.ts'
import { hrefs } from '../ui/route.ts'
import type { Occurrence, TriggerRequest } from './requests.ts'
import { momentText } from './sentence.ts'

interface TimesProps {
  projectId: string
  type: TriggerRequest['type']
  /** Undefined: not known. */
  times: readonly Occurrence[] | undefined
  /** Whether they are about to change. */
  isOld?: boolean
  /** Why they are not known. */
  unknown: string
  /** The level of its heading. */
  Heading: 'h2' | 'h3'
  /** Its own class, beside `rule-times`. */
  class?: string
  children?: ComponentChildren
}

/** When a rule runs next, by the reader's clock. */
export function Times({
  projectId,
  type,
  times,
  isOld = false,
  unknown,
  Heading,
  children,
  ...rest
}: TimesProps) {
  return (
    <section class={`rule-times ${rest.class ?? ''}`} aria-labelledby="times-title">
      <Heading id="times-title">
        {type === 'event' ? 'Tasks that it would be about now' : 'Next times, by your clock'}
      </Heading>
      {times === undefined && <p class="muted">{unknown}</p>}
      {times?.length === 0 && <p class="muted">{nothing[type]}</p>}
      {times !== undefined && times.length > 0 && (
        <ol class="times" aria-label="Next times" aria-busy={isOld}>
          {times.map(({ at, task_id }) => (
            <li key={`${at} ${task_id ?? ''}`}>
              {type !== 'event' && <time dateTime={at}>{momentText(at)}</time>}{' '}
              {task_id !== undefined && <TaskLink projectId={projectId} taskId={task_id} />}
            </li>
          ))}
        </ol>
      )}
      {children}
    </section>
  )
}

const nothing: Record<TriggerRequest['type'], string> = {
  schedule: 'It does not run again.',
  date: 'No task has such a date yet.',
  event: 'None. It runs when something happens to a task.',
}

/** A link to a task by its label. */
function TaskLink({ projectId, taskId }: { projectId: string; taskId: string }) {
  const { data } = useTask(taskId)
  return (
    <a href={hrefs.task(projectId, taskId)} dir="auto">
      {data?.task.label ?? 'Task'}
    </a>
  )
}
