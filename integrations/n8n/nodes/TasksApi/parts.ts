import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow'

const statuses: INodePropertyOptions[] = [
  { name: 'Open', value: 0 },
  { name: 'In Progress', value: 1 },
  { name: 'Done', value: 2 },
]

export const projectId: INodeProperties = {
  displayName: 'Project Name or ID',
  name: 'projectId',
  type: 'options',
  typeOptions: { loadOptionsMethod: 'getProjects' },
  default: '',
  description:
    'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
}

export const workflowLaneId: INodeProperties = {
  displayName: 'Lane Name or ID',
  name: 'workflowLaneId',
  type: 'options',
  typeOptions: { loadOptionsMethod: 'getLanes', loadOptionsDependsOn: ['projectId'] },
  default: '',
  description:
    'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
}

export const description: INodeProperties = {
  displayName: 'Description',
  name: 'description',
  type: 'string',
  typeOptions: { rows: 4 },
  default: '',
  description: 'At most 10,000 characters',
}

export const status: INodeProperties = {
  displayName: 'Status',
  name: 'status',
  type: 'options',
  options: statuses,
  default: 0,
}

/** Values of the account's fields. */
export const fields: INodeProperties = {
  displayName: 'Fields',
  name: 'fields',
  type: 'fixedCollection',
  typeOptions: { multipleValues: true },
  placeholder: 'Add Field',
  default: {},
  options: [
    {
      displayName: 'Field',
      name: 'field',
      values: [
        {
          displayName: 'Field Name or ID',
          name: 'key',
          type: 'options',
          typeOptions: { loadOptionsMethod: 'getFields' },
          default: '',
          description:
            'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
        },
        {
          displayName: 'Value',
          name: 'value',
          type: 'string',
          default: '',
          description:
            'Several values have commas between, a checkbox is true or false. An empty value clears the field.',
        },
      ],
    },
  ],
}

export const externalId: INodeProperties = {
  displayName: 'External ID',
  name: 'externalId',
  type: 'string',
  default: '',
  description: 'The ID that the task has in your system. It is unique in the account.',
}

export const label: INodeProperties = {
  displayName: 'Label',
  name: 'label',
  type: 'string',
  default: '',
  description: 'The title of the task, at most 500 characters',
}

const timeOf = (displayName: string, name: string): INodeProperties => ({
  displayName,
  name,
  type: 'string',
  default: '',
  placeholder: '2026-11-21T09:00:00Z',
  description:
    'A time with its offset. For 30 days ago: <code>{{ $now.minus({ days: 30 }).toISO() }}</code>.',
})

const createdAfter = timeOf('Created After', 'createdAfter')
const createdBefore = timeOf('Created Before', 'createdBefore')
const updatedAfter = timeOf('Updated After', 'updatedAfter')
const updatedBefore = timeOf('Updated Before', 'updatedBefore')

const conditions: INodeProperties = {
  displayName: 'Fields',
  name: 'fields',
  type: 'fixedCollection',
  typeOptions: { multipleValues: true },
  placeholder: 'Add Condition',
  default: {},
  options: [
    {
      displayName: 'Condition',
      name: 'condition',
      values: [
        {
          displayName: 'Condition',
          name: 'is',
          type: 'options',
          options: [
            { name: 'After', value: 'after' },
            { name: 'At Least', value: 'min' },
            { name: 'At Most', value: 'max' },
            { name: 'Before', value: 'before' },
            { name: 'Has a Value', value: 'exists' },
            { name: 'Is', value: 'equals' },
          ],
          default: 'equals',
          description: 'For "Has a Value", the value is true or false',
        },
        {
          displayName: 'Field Name or ID',
          name: 'key',
          type: 'options',
          typeOptions: { loadOptionsMethod: 'getFields' },
          default: '',
          description:
            'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
        },
        { displayName: 'Value', name: 'value', type: 'string', default: '' },
      ],
    },
  ],
}

const statusFilter: INodeProperties = {
  displayName: 'Status',
  name: 'status',
  type: 'multiOptions',
  options: statuses,
  default: [],
  description: 'Tasks of any of these',
}

const textFilter: INodeProperties = {
  displayName: 'Text',
  name: 'q',
  type: 'string',
  default: '',
  description: 'What label or description contain, at most 100 characters',
}

const laneFilter: INodeProperties = {
  ...workflowLaneId,
  typeOptions: { loadOptionsMethod: 'getLanes', loadOptionsDependsOn: ['projectId'] },
}

/** The filters, in the order of the alphabet. */
export const filters: INodeProperties[] = [
  createdAfter,
  createdBefore,
  conditions,
  laneFilter,
  statusFilter,
  textFilter,
  updatedAfter,
  updatedBefore,
]

export const collection = (
  displayName: string,
  name: string,
  placeholder: string,
  options: INodeProperties[],
) => ({ displayName, name, type: 'collection', placeholder, default: {}, options }) as const

export const dryRun: INodeProperties = {
  displayName: 'Dry Run',
  name: 'dryRun',
  type: 'boolean',
  default: false,
  description: 'Whether to check everything and write nothing',
}

export const idempotencyKey: INodeProperties = {
  displayName: 'Idempotency Key',
  name: 'idempotencyKey',
  type: 'string',
  default: '',
  description:
    'A repeat with the same key makes nothing twice. By default it names this step of this execution, so that "Retry On Fail" is safe. Use an ID of the thing itself, such as an order number, to be safe across executions.',
}

export const ifMatch: INodeProperties = {
  displayName: 'Version',
  name: 'ifMatch',
  type: 'string',
  default: '',
  placeholder: '"4"',
  description: 'An ETag. If the task has another version by now, the step fails.',
}
