import { describe, expect, it } from 'vitest'
import type { Project } from '../../../lib/projects/project.ts'
import { projectKey } from '../../../lib/projects/project-item.ts'
import { update } from '../../../lib/table/write-items.ts'
import { updateOf } from '../../../lib/table/update-expression.ts'
import { tap } from '../../support/api.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'

const lanes = 50
const lambdaBytes = 6_291_556

/** Writes a project with 50 lanes directly to the table, because 50 requests would take long. */
async function newWideProject(tenant: TestTenant, label: string): Promise<string> {
  const projectId = await tenant.newProject()
  const workflow_lanes = Array.from({ length: lanes }, () => ({ id: crypto.randomUUID(), label }))
  await update(tenant, { Key: projectKey(tenant, projectId), ...updateOf({ workflow_lanes }) })
  return projectId
}

interface Page {
  projects: Project[]
  next_cursor: string | null
}

/** All pages of the account's projects. */
async function readPages({ send }: TestTenant): Promise<Page[]> {
  const pages: Page[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const after: string = cursor === '' ? '' : `&cursor=${cursor}`
    const { status, body } = await send('GET', `/projects?limit=100${after}`)
    expect(status).toBe(200)
    pages.push(body as Page)
    cursor = (body as Page).next_cursor
  }
  return pages
}

describe('GET /projects with many lanes', () => {
  it('lists every project, although one query of DynamoDB does not read all of them', async () => {
    const tenant = await newTenant()
    const label = '🎈'.repeat(500) // 2,000 bytes: 12 such projects are more than the 1 MB of a query
    const made = await Promise.all(Array.from({ length: 12 }, () => newWideProject(tenant, label)))
    tap.reset()
    const listed = (await readPages(tenant)).flatMap(({ projects }) => projects.map(({ id }) => id))
    expect(listed).toEqual([tenant.projectId, ...made.sort()])
    expect(tap.exchanges.filter(({ operation }) => operation === 'Query').length).toBeGreaterThan(1)
  })

  it('ends a page before it exceeds the answer size of a Lambda, and continues on the next', async () => {
    const tenant = await newTenant()
    const label = '"'.repeat(500) // four characters each, once the answer is escaped twice
    const made = await Promise.all(Array.from({ length: 80 }, () => newWideProject(tenant, label)))
    const pages = await readPages(tenant)
    const listed = pages.flatMap(({ projects }) => projects.map(({ id }) => id))
    expect(listed).toEqual([tenant.projectId, ...made.sort()])
    const sizes = pages.map((page) => Buffer.byteLength(JSON.stringify(JSON.stringify(page))))
    expect(sizes.reduce((sum, size) => sum + size)).toBeGreaterThan(lambdaBytes)
    expect(Math.max(...sizes)).toBeLessThan(lambdaBytes)
  })
})
