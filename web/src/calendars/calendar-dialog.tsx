import { useMutation } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import type { Calendar, Field, NewCalendar } from '../../../client/src/index.ts'
import { maxLabelCharacters } from '../../../lib/contract/limits.ts'
import { ChosenProjects, useOwnProjects } from '../projects/chosen-projects.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { Choice, Text } from '../ui/setting-fields.tsx'
import { useLock } from '../ui/use-lock.ts'
import { useTooLong } from '../ui/use-too-long.tsx'
import { dateFields, explainCalendar } from './words.ts'

interface CalendarDialogProps {
  /** Undefined: a new one. */
  calendar?: Calendar
  fields: readonly Field[]
  onSave: (settings: NewCalendar) => Promise<void>
  onClose: () => void
}

/** Asks what a calendar is called and what it shows. */
export function CalendarDialog({ calendar, fields, onSave, onClose }: CalendarDialogProps) {
  const own = useOwnProjects()
  const dates = dateFields(fields)
  const [label, setLabel] = useState(calendar?.label ?? '')
  const [chosen, setField] = useState(calendar?.field)
  const [edited, setProjects] = useState<readonly string[] | null>()
  const [problem, setProblem] = useState('')
  const lock = useLock()
  const field = chosen ?? dates[0]?.key ?? ''
  const before = calendar ? calendar.project_ids : own
  const projectIds = edited === undefined ? before : edited
  const name = label.trim()
  const { isTooLong, note } = useTooLong(name, maxLabelCharacters)
  const save = useMutation({
    mutationFn: () => onSave({ label: name, field, projectIds: projectIds && [...projectIds] }),
    onSuccess: onClose,
    onError: (error) => {
      setProblem(explainCalendar(error))
    },
  })
  const isDeleted = field !== '' && !dates.some(({ key }) => key === field)
  return (
    <FormDialog
      title={calendar ? `Change “${calendar.label}”` : 'New calendar'}
      problem={problem}
      action={calendar ? 'Save' : 'Create calendar'}
      isPending={save.isPending}
      onSubmit={() => {
        const isEmpty = name === ''
        setProblem(isEmpty ? 'Give the calendar a name, such as Due tasks.' : '')
        if (!isEmpty && !isTooLong && lock.take()) save.mutate(undefined, { onSettled: lock.free })
      }}
      onClose={onClose}
    >
      <Text
        name="Name"
        hint="Calendar programs show it."
        placeholder="Due tasks"
        value={label}
        onEdit={setLabel}
      />
      {note}
      <Choice
        name="Date"
        hint="Each task with a value of this field is an entry."
        value={field}
        options={[
          ...dates.map((one) => ({ id: one.key, label: one.label })),
          ...(isDeleted ? [{ id: field, label: `${field}, a field that was deleted` }] : []),
        ]}
        onEdit={setField}
      />
      <ChosenProjects value={projectIds} onEdit={setProjects} />
    </FormDialog>
  )
}
