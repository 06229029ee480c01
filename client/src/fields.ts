import { at, dataOf, type CallOptions, type Http } from './http.ts'
import type { Field, FieldChanges, NewField } from './types.ts'

/** Calls about the account's own fields of tasks. Their values are in `fields` of a task. */
export const fieldsOf = (http: Http) => ({
  /** All fields, in their order. */
  list: ({ signal }: CallOptions = {}): Promise<{ fields: Field[] }> =>
    dataOf(http.GET('/fields', { ...(signal && { signal }) }), 'fields'),

  create: (body: NewField, { signal }: CallOptions = {}): Promise<{ field: Field }> =>
    dataOf(http.POST('/fields', { body, ...(signal && { signal }) }), 'field'),

  /** Changes the label or the options, or moves the field. `options` replaces the whole list. */
  update: (fieldKey: string, body: FieldChanges, options: CallOptions = {}): Promise<{ field: Field }> =>
    dataOf(http.PATCH('/fields/{fieldKey}', { body, ...at({ fieldKey }, options) }), 'field'),

  /** Deletes a field. Tasks keep their values until a change removes them. */
  delete: (fieldKey: string, options: CallOptions = {}): Promise<{ success: true }> =>
    dataOf(http.DELETE('/fields/{fieldKey}', at({ fieldKey }, options)), 'success'),
})
