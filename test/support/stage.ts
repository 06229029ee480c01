import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { NewTask, TasksClient } from '../../client/src/index.ts'
import { post } from './post.ts'
import type { WebService } from './web-service.ts'

/** The contents of the demo account for the tests of the views. */
export interface Stage {
  service: WebService
  projectId: string
  emptyProjectId: string
  /** A project with forms. */
  formProjectId: string
  /** A form of it, with submissions of several outcomes; some wait. */
  formId: string
  /** A task with a description and subtasks. */
  taskId: string
  /** A webhook with a delivery. */
  webhookId: string
  /** A project with a rule that has run. */
  ruleProjectId: string
  ruleId: string
  /** A secret without the scope admin. */
  helperSecret: string
}

const tasks: Record<string, (Omit<NewTask, 'projectId' | 'workflowLaneId'> & { label: string })[]> = {
  '': [{ label: 'Answer Ada: can we print the guide?' }, { label: 'Collect ideas for the autumn fair' }],
  'To do': [
    { label: 'Write the welcome text' },
    { label: 'Choose photos for the front page', subtasks: [{ label: 'Ask Tom' }, { label: 'Crop' }] },
    { label: 'Check every link' },
  ],
  Doing: [
    {
      label: 'Move the newsletter to the new site',
      status: 1,
      description: 'All 214 readers keep their subscription.\nSend a test to ourselves first.',
      subtasks: [
        { label: 'Export the readers', isCompleted: true },
        { label: 'Import them', isCompleted: true },
        { label: 'Send a test' },
      ],
    },
    { label: 'Translate the menu', status: 1 },
  ],
  Review: [{ label: 'Privacy notice', status: 1 }],
  Done: [
    { label: 'Register the domain', status: 2 },
    { label: 'Pick the colours', status: 2 },
  ],
}

/** The statuses that lanes give. */
const statusOf: Record<string, 0 | 1 | 2> = { 'To do': 0, Doing: 1, Done: 2 }

async function addProject(client: TasksClient, label: string, count: number): Promise<string> {
  const { project } = await client.projects.create({ label })
  for (let number = 1; number <= count; number++)
    await client.tasks.create({ projectId: project.id, label: `Step ${number}` })
  return project.id
}

/** A form to which some have answered, and one that is paused. */
async function addForms(client: TasksClient, projectId: string): Promise<string> {
  const mapping = { label: '{{name}}', description: '{{all}}' }
  // without a name the label is empty, so that submission is held
  const { form } = await client.forms.create({ projectId, name: 'Guest list', mapping, honeypot: 'fax' })
  await post(form.url, { name: 'Ada', guests: 2, message: 'We will bring the lemonade.' })
  await post(form.url, { name: 'Ada', guests: 2, message: 'We will bring the lemonade.' })
  await post(form.url, { name: 'Offers', fax: 'cheap pills' })
  await post(form.url, { guests: 1, message: 'Guess who.' })
  const other = await client.forms.create({
    projectId,
    name: 'Volunteers',
    paused: true,
    source: 'typeform',
  })
  await post(other.form.url, { form_response: {} })
  return form.id
}

/** A webhook that has delivered an event of the project. */
async function addWebhook(client: TasksClient, projectId: string): Promise<string> {
  const server = createServer((_, response) => response.writeHead(200).end('{"received": true}'))
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server has an address of this type
  const { webhook } = await client.webhooks.create({
    url: `http://127.0.0.1:${port}/tasks`,
    description: 'To the shop',
    projectIds: [projectId],
    headers: [{ name: 'X-Key', value: 's3cret' }],
  })
  await client.tasks.create({ projectId, label: 'Order the tables' })
  return webhook.id
}

/** A rule that has run once. */
async function addRule(client: TasksClient, projectId: string): Promise<string> {
  const { laneId } = await client.lanes.create(projectId, { label: 'Finance' })
  const { rule } = await client.rules.create({
    projectId,
    label: 'Monthly close',
    trigger: {
      ...{ type: 'schedule', rrule: 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1' },
      ...{ start: '2026-11-01T16:00', timeZone: 'Europe/Berlin' },
    },
    action: {
      type: 'create_task',
      task: {
        label: 'Close the books of {{date}}',
        workflowLaneId: laneId,
        subtasks: [{ label: 'Send it' }],
      },
    },
  })
  await client.rules.run(rule.id)
  return rule.id
}

/** Fills the demo account with typical data of a small team. */
export async function setStage(service: WebService): Promise<Stage> {
  const { client, demo } = service
  const projectId = demo.project_id
  await client.projects.update(projectId, { label: 'New website' })
  let taskId = ''
  for (const [lane, list] of Object.entries(tasks)) {
    const newLane = { label: lane, taskStatus: statusOf[lane] ?? null }
    const laneId = lane === '' ? undefined : (await client.lanes.create(projectId, newLane)).laneId
    for (const body of list) {
      const placed = { ...body, projectId, ...(laneId !== undefined && { workflowLaneId: laneId }) }
      const { task } = await client.tasks.create(placed)
      if (task.description !== null) taskId = task.id
    }
  }
  for (const label of ['Old banner', 'Guest book', 'Page counter']) {
    const { task } = await client.tasks.create({ projectId, label })
    await client.tasks.delete(task.id)
  }
  const formProjectId = await addProject(client, 'Summer party', 7)
  const formId = await addForms(client, formProjectId)
  const webhookId = await addWebhook(client, await addProject(client, 'Bookkeeping', 3))
  const ruleProjectId = await addProject(client, 'Office', 0)
  const ruleId = await addRule(client, ruleProjectId)
  const emptyProjectId = await addProject(client, 'Garden', 0)
  await client.tokens.create({
    name: 'Contact form',
    scopes: ['write'],
    expiresAt: '2099-01-01T00:00:00.000Z',
  })
  const helper = await client.tokens.create({ name: 'Helper', scopes: ['read', 'write', 'delete'] })
  return {
    service,
    projectId,
    emptyProjectId,
    formProjectId,
    formId,
    taskId,
    webhookId,
    ruleProjectId,
    ruleId,
    helperSecret: helper.token.secret,
  }
}
