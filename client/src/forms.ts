import { at, dataOf, type CallOptions, type Http } from './http.ts'
import { entriesOf, pageQuery, type PageOptions } from './pages.ts'
import type {
  Form,
  FormChanges,
  FormPreview,
  FormSample,
  NewForm,
  Replayed,
  Submission,
  SubmissionFilter,
  WholeSubmission,
} from './types.ts'

interface FormAnswer {
  form: Form
}

/** `url` holds the form's key. Only the answers to create and rotateUrl have it. */
interface FormWithUrl {
  form: Form & { url: string }
}

/** Calls about forms. All need the scope hooks, those that write also write. */
export const formsOf = (http: Http) => ({
  /** All forms of the account, oldest first. */
  list: ({ signal }: CallOptions = {}): Promise<{ forms: Form[] }> =>
    dataOf(http.GET('/forms', { ...(signal && { signal }) }), 'forms'),

  /** Not retried when the outcome is unknown: a retry could create a second form. */
  create: (body: NewForm, { signal }: CallOptions = {}): Promise<FormWithUrl> =>
    dataOf(http.POST('/forms', { body, ...(signal && { signal }) }), 'form'),

  get: (formId: string, options: CallOptions = {}): Promise<FormAnswer> =>
    dataOf(http.GET('/forms/{formId}', at({ formId }, options)), 'form'),

  update: (formId: string, body: FormChanges, options: CallOptions = {}): Promise<FormAnswer> =>
    dataOf(http.PATCH('/forms/{formId}', { body, ...at({ formId }, options) }), 'form'),

  delete: (formId: string, options: CallOptions = {}): Promise<{ success: true }> =>
    dataOf(http.DELETE('/forms/{formId}', at({ formId }, options)), 'success'),

  /**
   * Gives the form a new URL. The URL before stays valid for `oldValidHours`. Not retried when the outcome is unknown:
   * a retry would replace the new URL, too.
   */
  rotateUrl: (
    formId: string,
    body: { oldValidHours?: number } = {},
    options: CallOptions = {},
  ): Promise<FormWithUrl> =>
    dataOf(http.POST('/forms/{formId}/rotate-url', { body, ...at({ formId }, options) }), 'form'),

  /** The task that the form would make of a sample. Nothing is stored. */
  preview: (formId: string, body: FormSample, options: CallOptions = {}): Promise<FormPreview> =>
    dataOf(http.POST('/forms/{formId}/preview', { body, ...at({ formId }, options) }), 'fields'),

  /** Replays up to 100 held submissions, oldest first. While `has_more`, call it again with `next_cursor`. */
  replay: (
    formId: string,
    { cursor, signal }: { cursor?: string | undefined } & CallOptions = {},
  ): Promise<Replayed> => {
    const params = { path: { formId }, query: pageQuery(undefined, cursor) }
    return dataOf(http.POST('/forms/{formId}/replay', { params, ...(signal && { signal }) }), 'created')
  },
})

/** Calls about what arrived at the URL of a form. All need the scope hooks. */
export const submissionsOf = (http: Http) => ({
  /** The submissions of a form, newest first. Iterate with `for await`; all pages are included. */
  list: (
    formId: string,
    { limit, signal, ...filter }: SubmissionFilter & PageOptions = {},
  ): AsyncGenerator<Submission, void, undefined> =>
    entriesOf('submissions', { limit, signal }, ({ page, options }) => {
      const params = { path: { formId }, query: { ...filter, ...page } }
      return http.GET('/forms/{formId}/submissions', { params, ...options })
    }),

  /** One submission with its body. */
  get: (
    formId: string,
    submissionId: string,
    options: CallOptions = {},
  ): Promise<{ submission: WholeSubmission }> =>
    dataOf(
      http.GET('/forms/{formId}/submissions/{submissionId}', at({ formId, submissionId }, options)),
      'submission',
    ),

  /** Maps a submission again with the current settings, and makes its task if it has none. */
  replay: (
    formId: string,
    submissionId: string,
    options: CallOptions = {},
  ): Promise<{ submission: Submission }> =>
    dataOf(
      http.POST('/forms/{formId}/submissions/{submissionId}/replay', at({ formId, submissionId }, options)),
      'submission',
    ),
})
