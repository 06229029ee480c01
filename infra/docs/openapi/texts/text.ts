/** The texts and examples of an operation in the document. All else comes from its declaration. */
export interface OperationText {
  summary: string
  description: string
  /** Example values of query parameters; the page's samples use them too. */
  query?: Record<string, string | number | number[]>
  /** An example body; absent where the operation reads none. */
  body?: object
  /** The example answer. If the answer is not JSON, it has a text for each media type. */
  answer: object
}

/** The texts of one resource, by the ids of its endpoints. */
export interface ResourceTexts {
  tag: string
  description: string
  operations: Record<string, OperationText>
}

/** The text about If-Match, for every write that accepts it. */
export const guarded =
  'With `If-Match`, the write is done only if the task still has that version. Otherwise the answer is 412 with the current task and its `ETag`. A token without the scope `read` gets only the `ETag`.'
