import type { Tag } from './tags.ts'

/**
 * The texts and examples of an operation in the document. Everything else comes from its declaration. Only the document
 * needs these, so each operation has them in a function: a function that no Lambda calls is in no bundle.
 */
export interface Words {
  tag: Tag
  summary: string
  description: string
  /** Example values of query parameters; the page's samples use them too. */
  query?: Record<string, string | number | number[]>
  /** An example body; absent where the operation reads none. */
  body?: object
  /** The example answer. If the answer is not JSON, it has a text for each media type. */
  answer: object
}

/** The text about If-Match, for every write that accepts it. */
export const guarded =
  'With `If-Match`, the write is done only if the task still has that version. Otherwise the answer is 412 with the current task and its `ETag`. A token without the scope `read` gets only the `ETag`.'

/** The text about who may write a comment, and about If-Match. */
export const guardedComment =
  'A comment of another author needs the scope `admin`. With `If-Match`, the write is done only if the comment still has that version. Otherwise the answer is 412 with the current comment and its `ETag`. A token without the scope `read` gets only the `ETag`.'

/** The text about dry runs, for every write that can be tried. */
export const ofDryRuns =
  'With `dryRun=true`, everything is checked and nothing is written. The answer has `Dry-Run: true`, and neither `ETag` nor `Location`; or it is the error that the write would get.'
