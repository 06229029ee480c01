import {
  NodeConnectionTypes,
  type IDataObject,
  type IHookFunctions,
  type INodeType,
  type INodeTypeDescription,
  type IWebhookFunctions,
  type IWebhookResponseData,
} from 'n8n-workflow'
import { loadOptions } from '../TasksApi/options.ts'
import { request } from '../TasksApi/request.ts'
import { isGenuine } from './signature.ts'

/** What the trigger keeps of its webhook. */
interface Kept {
  webhookId?: string
  secret?: string
}

const keptOf = (context: IHookFunctions | IWebhookFunctions): Kept => context.getWorkflowStaticData('node') // nobody else writes it

/** Deletes the webhook that the trigger has made, if it is still there. */
async function forget(context: IHookFunctions): Promise<void> {
  const kept = keptOf(context)
  if (kept.webhookId !== undefined)
    await request(context, 'DELETE', `/webhooks/${kept.webhookId}`, {}, ['webhook_not_found'])
  delete kept.webhookId
  delete kept.secret
}

const events = [
  ['All Events of Comments', 'comment.*'],
  ['All Events of Tasks', 'task.*'],
  ['Comment: Created', 'comment.created'],
  ['Comment: Deleted', 'comment.deleted'],
  ['Comment: Updated', 'comment.updated'],
  ['Form: Submission Held', 'form.submission_held'],
  ['Rule: Disabled', 'rule.disabled'],
  ['Rule: Failed', 'rule.failed'],
  ['Rule: Fired', 'rule.fired'],
  ['Task: Completed', 'task.completed'],
  ['Task: Created', 'task.created'],
  ['Task: Deleted', 'task.deleted'],
  ['Task: Reopened', 'task.reopened'],
  ['Task: Restored', 'task.restored'],
  ['Task: Updated', 'task.updated'],
] as const

/** Starts a workflow for each event, through a webhook that lives as long as the workflow is active. */
export class TasksApiTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Tasks API Trigger',
    name: 'tasksApiTrigger',
    icon: { light: 'file:../../icons/tasks-api.svg', dark: 'file:../../icons/tasks-api.dark.svg' },
    group: ['trigger'],
    version: 1,
    subtitle: '={{$parameter["events"].join(", ")}}',
    description: 'Starts the workflow when tasks change',
    defaults: { name: 'Tasks API Trigger' },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'tasksApi', required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
    properties: [
      {
        displayName: 'Events',
        name: 'events',
        type: 'multiOptions',
        required: true,
        default: ['task.*'],
        options: events.map(([name, value]) => ({ name, value })),
      },
      {
        displayName: 'Project Names or IDs',
        name: 'projectIds',
        type: 'multiOptions',
        typeOptions: { loadOptionsMethod: 'getProjects' },
        default: [],
        description:
          'Only events of these projects; all if empty. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
      },
    ],
  }

  methods = { loadOptions }

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        const { webhookId, secret } = keptOf(this)
        if (webhookId === undefined || secret === undefined) return false
        const answer = await request(this, 'GET', `/webhooks/${webhookId}`, {}, ['webhook_not_found'])
        if (answer.error) return false
        const { url, status } = answer.webhook as IDataObject // the service's own format
        return url === this.getNodeWebhookUrl('default') && status !== 'disabled'
      },

      async create(this: IHookFunctions): Promise<boolean> {
        await forget(this)
        // lists, as the properties' type says
        const eventTypes = this.getNodeParameter('events') as string[]
        const projectIds = this.getNodeParameter('projectIds', []) as string[]
        const { webhook, secret } = await request(this, 'POST', '/webhooks', {
          body: {
            url: this.getNodeWebhookUrl('default'),
            eventTypes,
            ...(projectIds.length > 0 && { projectIds }),
          },
        })
        const { id } = webhook as IDataObject // the service's own format
        Object.assign(keptOf(this), { webhookId: String(id), secret: String(secret) } satisfies Kept)
        return true
      },

      async delete(this: IHookFunctions): Promise<boolean> {
        await forget(this)
        return true
      },
    },
  }

  webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const { secret = '' } = keptOf(this)
    const { rawBody } = this.getRequestObject()
    if (!Buffer.isBuffer(rawBody) || !isGenuine(secret, this.getHeaderData() as IDataObject, rawBody)) {
      this.getResponseObject().status(401).json({ error: 'The signature is missing or wrong.' })
      return Promise.resolve({ noWebhookResponse: true })
    }
    return Promise.resolve({ workflowData: [this.helpers.returnJsonArray(this.getBodyData())] })
  }
}
