/** What the document says of an operation beside its declaration: words and examples. */
export interface OperationText {
  summary: string
  description: string
  /** Example values of query parameters; the page's samples use them too. */
  query?: Record<string, string | number | number[]>
  /** An example body; absent where the operation reads none. */
  body?: object
  answer: object
}

/** The texts of one resource, by the ids of its endpoints. */
export interface ResourceTexts {
  tag: string
  description: string
  operations: Record<string, OperationText>
}

/** Said of every write that takes If-Match. */
export const guarded =
  'With `If-Match` it is done only if the task is still at that version; else the answer is 412 with the task as it is now, or with its ETag alone where the token lacks the scope read.'
