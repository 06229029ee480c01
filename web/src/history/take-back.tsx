import { useQuery } from '@tanstack/preact-query'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { takeWhole, type WholeRevert } from '../../../client/src/history.ts'
import { dataOf } from '../../../client/src/http.ts'
import type { HistoryEntry } from '../../../client/src/index.ts'
import type { NewRevert, RevertReport } from '../../../client/src/types.ts'
import { useApi, type Api } from '../data/api.ts'
import { minuteOf, timeOfInput } from '../ui/day.ts'
import { explain } from '../ui/explain.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { counted } from '../ui/format.ts'
import { dismissAlerts, showAlert, showToast } from '../ui/messages.ts'
import { Choice, Text } from '../ui/setting-fields.tsx'
import { noteStep, putBack } from '../ui/undo.ts'
import { useLock } from '../ui/use-lock.ts'
import type { Names } from './entry.tsx'
import { writersOf } from './writers.ts'

interface TakeBackProps {
  /** The change from which on it is offered. */
  from: HistoryEntry
  names: Names
  onDone: () => void
  onClose: () => void
}

/** Says what taking back the changes of a writer since a time would do, and does it. */
export function TakeBack({ from, names, onDone, onClose }: TakeBackProps) {
  const { client } = useApi()
  const writers = writersOf(from, names)
  const [place, setPlace] = useState(0)
  const [since, setSince] = useState(() => minuteOf(new Date(from.at)))
  const [until, setUntil] = useState('')
  const [done, setDone] = useState<number>()
  const [problem, setProblem] = useState('')
  const lock = useLock()
  const by = writers[place]?.by ?? {}
  const [after, before] = [timeOfInput(since), timeOfInput(until)]
  const request: NewRevert | undefined =
    after === undefined
      ? undefined
      : { by, after: justBefore(after), ...(before !== undefined && { before }) }
  const trial = useQuery<WholeRevert | null>({
    queryKey: ['reverts', request],
    enabled: request !== undefined && done === undefined,
    retry: false,
    gcTime: 0,
    // what was just written comes to the history after some seconds
    refetchInterval: ({ state: { data } }) => data != null && isWaiting(data) && 2_000,
    queryFn: ({ signal }) => (request ? takeBack(client, request, { isDryRun: true, signal }) : null),
  })
  const run = async () => {
    if (!request) return
    setDone(0)
    setProblem('')
    const originId = `taken-back-${crypto.randomUUID()}`
    try {
      const { reverted, kept } = await takeBack(client, request, { originId, onPart: setDone })
      const text = `Took back changes of ${counted(reverted, 'task')}.${stayedText(kept)}`
      noteTakeBack(text, () => takeBackAgain(client, { by: { originId }, after: request.after }, reverted))
      showToast(text)
      onDone()
    } catch (error) {
      setProblem(`${explain(error)} What was taken back until then stays so. You can go on.`)
      setDone(undefined)
    } finally {
      lock.free()
    }
  }
  return (
    <FormDialog
      title="Take changes back"
      problem={problem}
      action={trial.data ? `Take back ${counted(trial.data.reverted, 'task')}` : 'Take back'}
      isPending={done !== undefined}
      onSubmit={() => {
        if (!request) setProblem('Say since when.')
        else if (trial.data?.reverted === 0) setProblem('There is nothing to take back.')
        else if (lock.take()) void run()
      }}
      onClose={onClose}
    >
      <p>
        Each task becomes what it would be without these changes. What others changed since stays as it is.
      </p>
      <Choice
        name="Changes by"
        value={String(place)}
        options={writers.map(({ label }, index) => ({ id: String(index), label }))}
        onEdit={(id) => {
          setPlace(Number(id))
        }}
      />
      <Text type="datetime-local" name="Since" hint="By your clock." value={since} onEdit={setSince} />
      <Text type="datetime-local" name="Until" hint="Empty: until now." value={until} onEdit={setUntil} />
      <div role="status" class="notice">
        {done !== undefined && `Taken back so far: ${counted(done, 'task')}.`}
        {done === undefined && trial.isLoading && 'Looking what it would do…'}
        {done === undefined && trial.error && `It would fail. ${explain(trial.error)}`}
        {done === undefined && trial.data && summaryOf(trial.data)}
      </div>
      {done === undefined && trial.data && <Outcome report={trial.data} names={names} />}
    </FormDialog>
  )
}

/** The service takes changes after a time, and those of the minute that a person chose are meant too. */
const justBefore = (time: string): string => new Date(new Date(time).getTime() - 1).toISOString()

interface HowToTakeBack {
  isDryRun?: boolean
  /** What this take-back is named, so that it can be taken back itself. */
  originId?: string
  signal?: AbortSignal
  /** Called after each part with the number of tasks so far. */
  onPart?: (reverted: number) => void
}

/** Takes changes back, part by part. */
const takeBack = (
  { http }: Api['client'],
  request: NewRevert,
  { isDryRun = false, originId, signal, onPart }: HowToTakeBack = {},
): Promise<WholeRevert> => {
  const params = {
    ...(isDryRun && { query: { dryRun: 'true' as const } }),
    ...(originId !== undefined && { header: { 'Origin-Id': originId } }),
  }
  return takeWhole(
    (from) =>
      dataOf(
        http.POST('/reverts', { body: { ...request, ...from }, params, ...(signal && { signal }) }),
        'matched',
      ),
    onPart,
  )
}

/** How long and how often to wait until the history has what was just written. */
const settling = { tries: 20, pauseMs: 500 }

/**
 * Takes a take-back back. Its own writes come to the history one by one, after some seconds, so it waits for them.
 * @param written how many tasks it wrote
 */
async function takeBackAgain(client: Api['client'], request: NewRevert, written: number): Promise<boolean> {
  const about = JSON.stringify(request)
  dismissAlerts(about)
  try {
    for (let tries = 1; tries <= settling.tries; tries += 1) {
      const report = await takeBack(client, request)
      if (report.matched >= written && !isWaiting(report)) {
        showToast(`The changes are there again.${stayedText(report.kept)}`)
        return true
      }
      await new Promise((resolve) => setTimeout(resolve, settling.pauseMs))
    }
    showAlert(
      'Not all changes are there again: the history does not have all of them yet, or tasks are gone. Try it again.',
      about,
    )
  } catch (error) {
    showAlert(`Not all changes are there again. ${explain(error)}`, about)
  }
  return false
}

/** Notes the step that undoes a take-back. It can be tried again if it fails. */
function noteTakeBack(text: string, undo: () => Promise<boolean>): void {
  const step = noteStep(text, async () => {
    const isBack = await undo()
    if (!isBack) putBack(step)
    return isBack
  })
}

/** Whether the history lacks a write that it may get. */
const isWaiting = ({ kept }: WholeRevert): boolean => kept.some(({ reason }) => reason === 'not_in_history')

/** Says of how many tasks something stayed, if of any. */
const stayedText = (kept: WholeRevert['kept']): string => {
  const { size } = new Set(kept.map(({ id }) => id))
  return size === 0 ? '' : ` ${counted(size, 'task')} stayed, in whole or in part.`
}

const summaryOf = ({ matched, reverted, kept }: WholeRevert): string =>
  matched === 0
    ? 'There are no such changes.'
    : `${counted(reverted, 'task')} would change. ${kept.length === 0 ? 'Nothing stays.' : ''}`.trim()

/** What becomes of a task. */
const effects = {
  changed: 'gets back',
  trashed: 'goes to the trash',
  restored: 'comes back from the trash',
} as const satisfies Record<RevertReport['tasks'][number]['effect'], string>

/** Why something stays as it is. */
const reasons = {
  changed_since: 'others changed it since',
  in_trash: 'others moved it to the trash',
  lane_not_found: 'the lane is deleted',
  project_not_found: 'the project is deleted, or you do not see it',
  field_not_found: 'the field is deleted',
  quota_exceeded: 'its project is full',
  insufficient_scope: 'it would go to the trash, for which you need the scope delete',
  not_in_history: 'the history does not have all of its changes yet, or no longer',
  too_many_writes: 'it was changed too often since, or its texts are too long',
  too_large: 'it would be too large',
} as const satisfies Record<RevertReport['kept'][number]['reason'], string>

/** The most tasks of each kind that are listed. */
const mostListed = 100

/** What would be taken back, and what stays. */
function Outcome({ report: { tasks, kept }, names }: { report: WholeRevert; names: Names }) {
  return (
    <>
      {tasks.length > 0 && (
        <Listed title="Would change" count={tasks.length}>
          {tasks.slice(0, mostListed).map(({ id, label, effect, fields }) => (
            <li key={id}>
              <bdi>{label}</bdi> {effects[effect]}
              {effect === 'changed' && ` ${names.fields(fields)}`}
            </li>
          ))}
        </Listed>
      )}
      {kept.length > 0 && (
        <Listed title="Stays" count={kept.length}>
          {kept.slice(0, mostListed).map(({ id, label, fields, reason }, index) => (
            <li key={`${id} ${index}`}>
              <bdi>{label}</bdi>
              {fields.length > 0 && `: ${names.fields(fields)}`}, because {reasons[reason]}
            </li>
          ))}
        </Listed>
      )}
    </>
  )
}

interface ListedProps {
  title: string
  count: number
  children: ComponentChildren
}

const Listed = ({ title, count, children }: ListedProps) => (
  <section aria-label={title}>
    <h3>{title}</h3>
    <ul class="outcome" aria-label={title}>
      {children}
    </ul>
    {count > mostListed && <p class="muted">And {counted(count - mostListed, 'more task')}.</p>}
  </section>
)
