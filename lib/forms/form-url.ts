import { receiveSubmission } from './hook.ts'

/** Returns the URL to which a form's sender posts. Anyone who knows it can send submissions. */
export const formUrl = (baseUrl: string, key: string): string =>
  `${baseUrl}${receiveSubmission.path.replace('{key}', key)}`
