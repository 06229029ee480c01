import type { ImportReport } from '../../../client/src/index.ts'
import { yours } from '../ui/yours.ts'
import { useIsBound } from '../data/api.ts'
import { maxImportKib, maxImportRows } from '../../../lib/contract/limits.ts'
import '../style/transfer.css'
import { Dialog } from '../ui/dialog.tsx'
import { counted, formatCount } from '../ui/format.ts'
import { hrefs } from '../ui/route.ts'
import { Choice } from '../ui/setting-fields.tsx'
import { undoLast } from '../ui/undo.ts'
import { formatNames, formats } from './formats.ts'
import { handled } from './report.ts'
import { ReportView } from './report-view.tsx'
import { useDrop } from './use-drop.ts'
import { type Chosen, useImport, type Stage } from './use-import.ts'

interface ImportDialogProps {
  projectId: string
  onClose: () => void
}

/** Imports the tasks of a file into a project, after it has shown what the import would do. */
export function ImportDialog({ projectId, onClose }: ImportDialogProps) {
  const { chosen, stage, problem, mayUndo, choose, retry, run, restore } = useImport(projectId, onClose)
  const isTable = chosen?.format === 'csv' || chosen?.format === 'todoist'
  return (
    <Dialog title="Import tasks" onClose={onClose}>
      {stage.step !== 'done' && stage.step !== 'importing' && (
        <>
          <FileField name={chosen?.name} onChoose={(file) => void choose(file)} />
          {chosen && <Reading chosen={chosen} onEdit={retry} />}
        </>
      )}
      <p role="alert" class="alert">
        {problem}
      </p>
      <p role="status" class="import-status">
        {statusText(stage, isTable)}
      </p>
      {stage.step === 'importing' && (
        <progress aria-label="Import" max={handled(stage.expected)} value={handled(stage.report)} />
      )}
      {(stage.step === 'tried' || stage.step === 'done') && (
        <ReportView report={stage.report} isDone={stage.step === 'done'} isTable={isTable} />
      )}
      {stage.step === 'tried' && stage.report.duplicates > 0 && (
        <WayOut projectId={projectId} restore={restore} onClose={onClose} />
      )}
      {stage.step === 'done' && stage.report.created > 0 && !mayUndo && (
        <p class="muted">Undoing it needs the scope delete, which {yours('role')} lacks.</p>
      )}
      <Actions stage={stage} mayUndo={mayUndo} onRun={() => void run()} onClose={onClose} />
    </Dialog>
  )
}

interface ReadingProps {
  chosen: Chosen
  onEdit: (changes: Partial<Pick<Chosen, 'format' | 'createFields'>>) => void
}

/** How the chosen file is read. */
function Reading({ chosen: { name, format, createFields }, onEdit }: ReadingProps) {
  const isBound = useIsBound()
  return (
    <>
      <Choice
        name={`Format of “${name}”`}
        value={format}
        options={formats.map((id) => ({ id, label: formatNames[id] }))}
        onEdit={(id) => {
          const other = formats.find((each) => each === id)
          if (other) onEdit({ format: other })
        }}
      />
      {isBound ? (
        <p class="muted">
          Fields that are missing cannot be made: {yours('membership')} is bound to projects, and fields
          belong to the whole account.
        </p>
      ) : (
        <label class="import-fields">
          <input
            type="checkbox"
            checked={createFields}
            onChange={({ currentTarget }) => {
              onEdit({ createFields: currentTarget.checked })
            }}
          />
          {format === 'csv' || format === 'json'
            ? 'Make the fields that are missing: “fields.due” makes the field “due”'
            : 'Make the fields that are missing, such as dates and labels'}
        </label>
      )}
    </>
  )
}

interface WayOutProps {
  projectId: string
  restore: (() => void) | undefined
  onClose: () => void
}

/** What can be done when tasks of the file are left out: a task that an import has made is not made again. */
function WayOut({ projectId, restore, onClose }: WayOutProps) {
  if (!restore) {
    return (
      <p>
        <a href={hrefs.trash(projectId)}>Look in the trash</a>
      </p>
    )
  }
  return (
    <div class="import-again">
      <p>This file was imported, and its tasks were moved to the trash by undoing that.</p>
      <button
        type="button"
        onClick={() => {
          onClose()
          restore()
        }}
      >
        Restore its tasks
      </button>
    </div>
  )
}

/** What screen readers announce. */
function statusText(stage: Stage, isTable: boolean): string {
  switch (stage.step) {
    case 'none':
      return ''
    case 'trying':
      return 'Reading the file…'
    case 'tried': {
      const { created } = stage.report
      return created === 0 ? 'No task would be created.' : `${counted(created, 'task')} would be created.`
    }
    case 'importing':
      return `${formatCount(handled(stage.report))} of ${counted(handled(stage.expected), isTable ? 'row' : 'task')} read…`
    case 'done':
      return `${counted(stage.report.created, 'task')} created.`
  }
}

/** What an import would make; undefined if nothing. Comments are named only where it adds them to tasks that are there. */
function madeBy({ created, comments_created: comments = 0 }: ImportReport): string | undefined {
  if (created > 0) return counted(created, 'task')
  return comments > 0 ? counted(comments, 'comment') : undefined
}

interface ActionsProps {
  stage: Stage
  mayUndo: boolean
  onRun: () => void
  onClose: () => void
}

function Actions({ stage, mayUndo, onRun, onClose }: ActionsProps) {
  const { step } = stage
  const made = step === 'tried' ? madeBy(stage.report) : undefined
  const isOff = step !== 'done' && made === undefined
  const label = made === undefined ? (step === 'done' ? 'Done' : 'Import') : `Import ${made}`
  return (
    <div class="dialog-actions">
      {step !== 'done' && (
        <button key="cancel" type="button" onClick={onClose}>
          {step === 'importing' ? 'Go on in the background' : 'Cancel'}
        </button>
      )}
      {step === 'done' && mayUndo && stage.report.created > 0 && (
        <button
          key="undo"
          type="button"
          onClick={undoLast} // nothing else was done while the dialog was open
        >
          Undo
        </button>
      )}
      {/* one button throughout, so that the focus stays on it */}
      <button
        key="next"
        type="button"
        class="primary"
        aria-disabled={isOff}
        onClick={() => {
          if (!isOff) (step === 'done' ? onClose : onRun)()
        }}
      >
        {step === 'importing' ? 'Importing…' : label}
      </button>
    </div>
  )
}

/** A field for a file. It can also be dropped, anywhere on the page: the browser would leave the page for it. */
function FileField({ name, onChoose }: { name: string | undefined; onChoose: (file: File) => void }) {
  const isOver = useDrop(onChoose)
  return (
    <div class={isOver ? 'drop-zone is-over' : 'drop-zone'}>
      <span class="file-choice">
        <span class="button" aria-hidden="true">
          {name === undefined ? 'Choose a file' : 'Choose another file'}
        </span>
        <span aria-hidden="true" dir="auto">
          {name ?? 'or drop it here'}
        </span>
        <input
          type="file"
          aria-label="File"
          accept=".csv,.json,.ndjson,.jsonl,text/csv,application/json,application/x-ndjson"
          aria-describedby="import-hint"
          onClick={({ currentTarget }) => {
            currentTarget.value = '' // the same file can be chosen again once it is corrected
          }}
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0]
            if (file) onChoose(file)
          }}
        />
      </span>
      <p id="import-hint" class="muted">
        A CSV or JSON file: tasks that were exported, a CSV of Todoist, or a board of Trello. At most{' '}
        {formatCount(maxImportRows)} rows and {formatCount(maxImportKib)} KiB; of a board of Trello only what
        is imported counts.
      </p>
    </div>
  )
}
