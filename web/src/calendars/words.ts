import { isTasksApiError, type Calendar, type Field } from '../../../client/src/index.ts'
import { maxCalendars } from '../../../lib/contract/limits.ts'
import { explain } from '../ui/explain.ts'
import { isDated } from '../ui/field-value.ts'
import { counted } from '../ui/format.ts'

/** The fields whose dates a calendar can show. */
export const dateFields = (fields: readonly Field[]): Field[] => fields.filter(isDated)

/** What a calendar shows, in a few words. */
export function factsOf({ field, project_ids }: Calendar, fields: readonly Field[]): string {
  const label = fields.find(({ key }) => key === field)?.label ?? `${field}, a field that was deleted`
  return `By ${label} · ${project_ids ? counted(project_ids.length, 'project') : 'All projects'}`
}

/** An error as a message for people. */
export function explainCalendar(error: unknown): string {
  if (isTasksApiError(error, 'quota_exceeded'))
    return `The account has ${maxCalendars} calendars, as many as it may: delete one that is not needed.`
  return isTasksApiError(error, 'project_not_found')
    ? 'One of the projects no longer exists.'
    : explain(error)
}
