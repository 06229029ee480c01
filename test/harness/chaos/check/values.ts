import type { Entry } from '../history.ts'
import type { Survey } from '../survey.ts'
import { fields } from '../value-definitions.ts'

/** The values of options that a request has defined, if it may have happened. */
function optionsOf({ kind, outcome, body }: Entry): string[] {
  if (kind !== 'change-options' || outcome === 'refused') return []
  const { options } = body as { options: { value: string }[] } // value-operations.ts makes it
  return options.map(({ value }) => value)
}

/** Checks that no task has, or was shown with, a value that no definition has ever had. */
export function valueProblems(entries: readonly Entry[], { lists, trash, sights }: Survey): string[] {
  const allowed = new Set([
    ...fields.urgency.options.map(({ value }) => value),
    ...entries.flatMap(optionsOf),
  ])
  const shown = [
    ...Object.values(lists).flat(),
    ...Object.values(trash).flat(),
    ...sights.map(({ task }) => task),
    ...entries.flatMap(({ answer }) => answer?.task ?? []),
  ]
  const wrong = shown.flatMap(({ id, fields: { urgency } = {} }) => {
    const option = typeof urgency === 'string' ? urgency : JSON.stringify(urgency)
    return urgency === undefined || allowed.has(option)
      ? []
      : [`task ${id} has the option ${option}, which never was`]
  })
  return [...new Set(wrong)]
}
