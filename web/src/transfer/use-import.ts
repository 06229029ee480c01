import { useQueryClient } from '@tanstack/preact-query'
import { useEffect, useRef, useState } from 'preact/hooks'
import { contentToSend } from '../../../client/src/import.ts'
import type { ImportFormat, ImportReport, ResourceClient } from '../../../client/src/index.ts'
import { maxImportKib } from '../../../lib/contract/limits.ts'
import { keys, useApi, useMay } from '../data/api.ts'
import { refresh } from '../data/cache.ts'
import { explain } from '../ui/explain.ts'
import { ownTimeZone } from '../ui/time-zone.ts'
import { counted, formatCount } from '../ui/format.ts'
import { dismissAlerts, showAlert, showToast } from '../ui/messages.ts'
import { dropStep, noteStep, putBack, showUndo, type Step } from '../ui/undo.ts'
import { guardUnload } from '../ui/unload-guard.ts'
import { useLock } from '../ui/use-lock.ts'
import { guessFormat } from './formats.ts'
import { emptyReport } from './report.ts'
import { openTakeBack, type Outcome, type TakeBack } from './take-back.ts'
import { forgetUndone, noteUndone, redoOf } from './undone.ts'

interface ChosenFile {
  name: string
  bytes: Uint8Array<ArrayBuffer>
}

export interface Chosen extends ChosenFile {
  format: ImportFormat
  /** Whether to make the fields that the file needs and the account lacks. */
  createFields: boolean
}

/** The progress of an import. `tried` says what it would do. */
export type Stage =
  | { step: 'none' | 'trying' }
  | { step: 'tried' | 'done'; report: ImportReport }
  | { step: 'importing'; report: ImportReport; expected: ImportReport }

const none: Stage = { step: 'none' }

/** The largest file that is read at all, in bytes: what import leaves out of a board of Trello is in it. */
const maxReadBytes = 64 * 1024 * 1024

/** Why a file is not sent at all. */
function tooLarge(name: string, bytes: number, format?: ImportFormat): string {
  const advice =
    format === 'trello'
      ? 'What an import does not read is left out of that already: in Trello, move some lists to another board, and import one board after the other.'
      : 'Split it into several files: each can be imported.'
  return `“${name}” has ${formatCount(Math.ceil(bytes / 1024))} KiB, and an import takes at most ${formatCount(maxImportKib)} KiB. ${advice}`
}

/** Where a file is imported, and by which dialog. */
interface Place {
  client: ResourceClient
  projectId: string
  /** Whether the dialog is still open. */
  isOpen: { readonly current: boolean }
  /** Is called when the import is being undone: what the dialog says of it no longer holds. */
  onUndo: () => void
}

/**
 * Undoes an import or makes it again, and reports the outcome.
 * @param words what is told: while it is under way, when it is done, before what stays, and when it has failed
 * @returns the outcome; undefined if it has failed
 */
async function take(
  act: TakeBack['undo'],
  attempt: string,
  words: Record<'doing' | 'done' | 'about' | 'failed', string>,
): Promise<Outcome | undefined> {
  const release = guardUnload()
  dismissAlerts(attempt)
  showToast(words.doing)
  try {
    const outcome = await act(showToast)
    showToast(`${words.done}: ${outcome.done}.`)
    if (outcome.stays !== undefined) showAlert(`${words.about}: ${outcome.stays}`, attempt)
    return outcome
  } catch (error) {
    showAlert(`${words.failed} ${explain(error)}`, attempt)
    return undefined
  } finally {
    release()
  }
}

/**
 * Notes an import: how it is undone and made again, or that it cannot be.
 * @param note how it is noted
 */
function noteImport(
  place: Place,
  file: ChosenFile,
  takeBack: TakeBack | undefined,
  text = `Imported “${file.name}”.`,
  note: typeof showUndo = noteStep,
): Step | undefined {
  const { client, projectId, isOpen, onUndo } = place
  const { name, bytes } = file
  if (!takeBack) {
    noteStep(text)
    return undefined
  }
  const undo = async () => {
    if (isOpen.current) onUndo()
    const outcome = await take(takeBack.undo, takeBack.originId, {
      doing: `Undoing the import of “${name}”…`,
      done: `The import of “${name}” is undone`,
      about: `Undoing the import of “${name}”`,
      failed: `The import of “${name}” is not undone.`,
    })
    if (!outcome || outcome.isIncomplete) putBack(step)
    else noteUndone(client, { projectId, bytes, redo: () => void redo() })
  }
  const redo = async () => {
    forgetUndone(client, bytes)
    const again = noteImport(place, file, takeBack)
    const outcome = await take(takeBack.redo, takeBack.originId, {
      doing: `Importing “${name}” again…`,
      done: `“${name}” is imported again`,
      about: `Importing “${name}” again`,
      failed: `“${name}” is not imported again: its tasks are in the trash.`,
    })
    if (!outcome || outcome.isIncomplete) noteUndone(client, { projectId, bytes, redo: () => void redo() })
    if (again && !outcome?.count) dropStep(again)
  }
  const step = note(
    text,
    () => void undo(),
    () => void redo(),
  )
  return step
}

/** Reports an import's results if its dialog was closed, and records how it can be undone. */
function tellEnd(
  place: Place,
  file: ChosenFile,
  { created }: ImportReport,
  takeBack: TakeBack | undefined,
): void {
  const { isOpen } = place
  const text = `“${file.name}”: ${counted(created, 'task')} imported.`
  if (!isOpen.current && takeBack && created > 0) noteImport(place, file, takeBack, text, showUndo)
  else {
    if (!isOpen.current) showToast(text)
    if (created > 0) noteImport(place, file, takeBack)
  }
}

/** The choice of a file, and the trial that shows what its import would do. As a hook. */
function useTrial(projectId: string) {
  const { client } = useApi()
  const [chosen, setChosen] = useState<Chosen>()
  const [stage, setStage] = useState<Stage>(none)
  const [problem, setProblem] = useState<string>()
  const trial = useRef<AbortController>()
  useEffect(
    () => () => {
      trial.current?.abort()
    },
    [],
  )

  /** Aborts the trial before: another file or format was chosen. */
  const beginTrial = (): AbortController => {
    trial.current?.abort()
    trial.current = new AbortController()
    setProblem(undefined)
    return trial.current
  }

  const tryOut = async (next: Chosen, own: AbortController) => {
    setChosen(next)
    const { name, bytes, format, createFields } = next
    const { size } = new Blob([contentToSend(bytes, format)])
    if (size > maxImportKib * 1024) {
      setStage(none)
      setProblem(tooLarge(name, size, format))
      return
    }
    setStage({ step: 'trying' })
    try {
      const options = { format, createFields, timeZone: ownTimeZone(), dryRun: true, signal: own.signal }
      const report = await client.projects.import(projectId, bytes, options)
      setStage({ step: 'tried', report })
    } catch (error) {
      if (own.signal.aborted) return
      setStage(none)
      setProblem(explain(error))
    }
  }

  const choose = async (file: File) => {
    const own = beginTrial()
    setChosen(undefined)
    setStage(none)
    if (file.size > maxReadBytes) {
      setProblem(tooLarge(file.name, file.size))
      return
    }
    try {
      const bytes = new Uint8Array(await file.arrayBuffer())
      const format = guessFormat(file.name, new TextDecoder().decode(bytes))
      if (!own.signal.aborted) await tryOut({ name: file.name, bytes, format, createFields: false }, own)
    } catch {
      // it was changed or removed since it was chosen
      if (!own.signal.aborted) setProblem(`“${file.name}” could not be read. Choose it again.`)
    }
  }

  return {
    ...{ chosen, stage, setStage, problem, setProblem, choose },
    /** Tries the same file in another way. */
    retry: (changes: Partial<Pick<Chosen, 'format' | 'createFields'>>) => {
      if (chosen) void tryOut({ ...chosen, ...changes }, beginTrial())
    },
  }
}

/**
 * An import of a file into a project: first it shows what it would do. Once begun, it goes on when the dialog is
 * closed, and then says what it did.
 * @param onUndo is called when it is being undone: what a dialog says of it no longer holds
 */
export function useImport(projectId: string, onUndo: () => void) {
  const { client } = useApi()
  const cache = useQueryClient()
  const mayDelete = useMay('delete')
  const { chosen, stage, setStage, problem, setProblem, choose, retry } = useTrial(projectId)
  const lock = useLock()
  const isOpen = useRef(true)
  useEffect(
    () => () => {
      isOpen.current = false
    },
    [],
  )
  const place = { client, projectId, isOpen, onUndo }

  const run = async () => {
    if (stage.step !== 'tried' || !chosen || !lock.take()) return
    const expected = stage.report
    const release = guardUnload()
    let report = emptyReport
    let takeBack: TakeBack | undefined
    setProblem(undefined)
    setStage({ step: 'importing', report, expected })
    try {
      if (mayDelete) takeBack = await openTakeBack(client, cache, projectId)
      const onProgress = (sum: ImportReport) => {
        report = sum
        setStage({ step: 'importing', report, expected })
      }
      const { format, createFields } = chosen
      const options = {
        format,
        createFields,
        timeZone: ownTimeZone(),
        onProgress,
        originId: takeBack?.originId,
      }
      await client.projects.import(projectId, chosen.bytes, options)
      takeBack?.close(report)
      setStage({ step: 'done', report })
      tellEnd(place, chosen, report, takeBack)
    } catch (error) {
      takeBack?.close(report)
      if (report.created > 0) noteImport(place, chosen, takeBack)
      const text = `The import of “${chosen.name}” stopped after ${counted(report.created, 'task')}: ${explain(error)} Import it again: what is there is not imported twice.`
      setStage({ step: 'tried', report: expected })
      setProblem(text)
      if (!isOpen.current) showAlert(text)
    } finally {
      release()
      lock.free()
      refresh(cache, keys.tasks(projectId), keys.project(projectId), keys.projects, keys.fields)
    }
  }

  return {
    ...{ chosen, stage, problem, choose, retry, run },
    mayUndo: mayDelete,
    /** Restores the tasks of the same file, whose import was undone; undefined if none was. */
    restore: chosen && redoOf(client, projectId, chosen.bytes),
  }
}
