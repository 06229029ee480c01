import * as z from 'zod/mini'
import { declare } from '../../lib/contract/endpoint.ts'
import { none } from '../../lib/contract/fields.ts'
import { listFields } from '../../lib/fields/definitions.ts'
import { field } from '../../lib/fields/field.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { field as exampleField } from '../samples.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'fields.list',
  method: 'GET',
  path: '/fields',
  auth: { kind: 'token', scope: 'read' },
  params: none,
  query: none,
  success: 200,
  answer: z.object({ fields: z.array(field) }),
  errors: [],
  access: ['GetItem'],
})

export const words = (): Words => ({
  tag: 'Fields',
  summary: 'List the fields',
  description: 'Lists all fields of the account in their order. There is one page.',
  answer: { fields: [exampleField] },
})

export const operation = endpoint(declaration, async (caller) => ({
  body: { fields: await listFields(caller) },
}))
