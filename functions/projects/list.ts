import * as z from 'zod/mini'
import { declare } from '../../lib/contract/endpoint.ts'
import { nextCursor, none, paging } from '../../lib/contract/fields.ts'
import { pageAnswer } from '../../lib/http/answers.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as projects from '../../lib/projects/list.ts'
import { project } from '../../lib/projects/project.ts'
import { project as exampleProject } from '../samples.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'projects.list',
  method: 'GET',
  path: '/projects',
  auth: { kind: 'token', scope: 'read' },
  params: none,
  query: z.strictObject(paging),
  success: 200,
  answer: z.object({ projects: z.array(project), next_cursor: nextCursor }),
  errors: [],
  access: ['Query', 'BatchGetItem'],
})

export const words = (): Words => ({
  tag: 'Projects',
  summary: 'List projects',
  description:
    'Lists all projects of the account, in pages. A token that is bound to projects gets only its own.',
  query: { limit: 50 },
  answer: { projects: [exampleProject], next_cursor: null },
})

export const operation = endpoint(declaration, async (caller, { query, ...input }) => {
  const page = await projects.listProjects(caller, query)
  return pageAnswer(input, page)
})
