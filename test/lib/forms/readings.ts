import { type Source } from '../../../lib/forms/settings.ts'
import { detectSource, readSubmission } from '../../../lib/forms/presets/index.ts'
import { readBody, type IncomingRequest } from '../../../lib/forms/read-body.ts'

export type Row = [key: string, label: string, value: string]

/** Fields, each as key, label and value. */
export const fieldsOf = (rows: Row[]) => rows.map(([key, label, value]) => ({ key, label, value }))

/** Reads a request with a preset: the one that recognises it, unless one is named. */
export const readAs = async (request: IncomingRequest, source?: Source) => {
  const input = { headers: request.headers, body: await readBody(request) }
  const found = source ?? detectSource(input)
  return { source: found, ...readSubmission(found, input) }
}

/** The submission that a request holds. */
export const submissionOf = async (request: IncomingRequest, source?: Source) => {
  const reading = await readAs(request, source)
  if (reading.outcome !== 'read') throw new Error(`not read: ${reading.reason}`)
  return reading.submission
}
