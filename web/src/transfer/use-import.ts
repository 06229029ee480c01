import { useQueryClient } from '@tanstack/preact-query'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { ImportFormat, ImportReport } from '../../../client/src/index.ts'
import { maxImportKib } from '../../../lib/contract/limits.ts'
import { keys, useApi } from '../data/api.ts'
import { refresh } from '../data/cache.ts'
import { explain } from '../ui/explain.ts'
import { counted, formatCount } from '../ui/format.ts'
import { showAlert, showToast } from '../ui/toast.tsx'
import { noteStep } from '../ui/undo.ts'
import { guardUnload } from '../ui/unload-guard.ts'
import { useLock } from '../ui/use-lock.ts'
import { guessFormat } from './formats.ts'
import { emptyReport } from './report.ts'

interface Chosen {
  name: string
  bytes: Uint8Array
  format: ImportFormat
  /** Whether the fields that the file needs and the account lacks are made. */
  createFields: boolean
}

/** How far an import is. `tried` has what it would do. */
export type Stage =
  | { step: 'none' | 'trying' }
  | { step: 'tried' | 'done'; report: ImportReport }
  | { step: 'importing'; report: ImportReport; expected: ImportReport }

const none: Stage = { step: 'none' }

/** Why a file is not sent at all. */
const tooLarge = ({ name, size }: File): string =>
  `“${name}” has ${formatCount(Math.ceil(size / 1024))} KiB, and an import takes at most ${formatCount(maxImportKib)} KiB. Split it into several files: each can be imported.`

/**
 * An import of a file into a project: what it would do comes first. Once it has begun it goes on when the dialog is closed,
 * and says then what it did.
 */
export function useImport(projectId: string) {
  const { client } = useApi()
  const cache = useQueryClient()
  const [chosen, setChosen] = useState<Chosen>()
  const [stage, setStage] = useState<Stage>(none)
  const [problem, setProblem] = useState<string>()
  const trial = useRef<AbortController>()
  const lock = useLock()
  const isOpen = useRef(true)
  useEffect(
    () => () => {
      isOpen.current = false
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
    setStage({ step: 'trying' })
    const { bytes, format, createFields } = next
    try {
      const options = { format, createFields, dryRun: true, signal: own.signal }
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
    if (file.size > maxImportKib * 1024) {
      setProblem(tooLarge(file))
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

  const run = async () => {
    if (stage.step !== 'tried' || !chosen || !lock.take()) return
    const expected = stage.report
    const release = guardUnload()
    let report = emptyReport
    setProblem(undefined)
    setStage({ step: 'importing', report, expected })
    try {
      const onProgress = (sum: ImportReport) => {
        report = sum
        setStage({ step: 'importing', report, expected })
      }
      const { format, createFields } = chosen
      await client.projects.import(projectId, chosen.bytes, { format, createFields, onProgress })
      setStage({ step: 'done', report })
      if (report.created > 0) noteStep(`Imported “${chosen.name}”.`)
      if (!isOpen.current) showToast(`“${chosen.name}”: ${counted(report.created, 'task')} imported.`)
    } catch (error) {
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
    chosen,
    stage,
    problem,
    choose,
    /** Tries the same file in another way. */
    retry: (changes: Partial<Pick<Chosen, 'format' | 'createFields'>>) => {
      if (chosen) void tryOut({ ...chosen, ...changes }, beginTrial())
    },
    run,
  }
}
