import { invalidField } from '../contract/api-error.ts'
import { operations, type Operation } from '../tasks/bulk-request.ts'
import { parseFields } from './parse-input.ts'

const names = Object.keys(operations)

const isKind = (op: unknown): op is keyof typeof operations => typeof op === 'string' && names.includes(op)

/**
 * Parses one operation of a bulk request, as the body of the single endpoint would be parsed.
 * @throws ApiError invalid_request, with paths relative to the operation
 */
export function parseOperation(value: unknown): Operation {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidField('The operation', 'must be an object')
  const { op } = value as { op?: unknown }
  if (op === undefined) throw invalidField('op', `is required: one of ${names.join(', ')}`)
  if (!isKind(op)) throw invalidField('op', `must be one of ${names.join(', ')}`)
  return parseFields(operations[op], value, 'body') as Operation // the schema of its kind has parsed it
}
