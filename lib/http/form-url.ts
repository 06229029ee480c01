import { receiveSubmission } from '../contract/submission.ts'

/** The address to which a form's sender posts: whoever knows it may send. */
export const formUrl = (baseUrl: string, key: string): string =>
  `${baseUrl}${receiveSubmission.path.replace('{key}', key)}`
