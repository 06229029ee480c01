import type { INodeProperties } from 'n8n-workflow'
import {
  projectId,
  workflowLaneId,
  description,
  status,
  fields,
  externalId,
  label,
  filters,
  collection,
  dryRun,
  idempotencyKey,
  ifMatch,
} from './parts.ts'

/** Where a property is shown: by resource, the operations. */
const shownFor = (resource: string, ...operation: string[]) => ({
  displayOptions: { show: { resource: [resource], operation } },
})

const fromList =
  'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>'

/** What a person fills in, by resource and operation. */
export const properties: INodeProperties[] = [
  {
    displayName: 'Resource',
    name: 'resource',
    type: 'options',
    noDataExpression: true,
    options: [
      { name: 'Task Batch', value: 'batch' },
      { name: 'Project', value: 'project' },
      { name: 'Task', value: 'task' },
    ],
    default: 'task',
  },
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: ['task'] } },
    options: [
      {
        name: 'Complete',
        value: 'complete',
        action: 'Complete a task',
        description: 'Set the status to done',
      },
      { name: 'Create', value: 'create', action: 'Create a task', description: 'Create a new task' },
      {
        name: 'Create or Update',
        value: 'upsert',
        action: 'Create or update a task',
        description: 'Create a new record, or update the current one if it already exists (upsert)',
      },
      { name: 'Delete', value: 'delete', action: 'Delete a task', description: 'Move a task to the trash' },
      { name: 'Get', value: 'get', action: 'Get a task', description: 'Read a task' },
      { name: 'Get Many', value: 'getAll', action: 'Get many tasks', description: 'Find tasks by filters' },
      {
        name: 'Move',
        value: 'move',
        action: 'Move a task',
        description: 'Put a task before or after others',
      },
      { name: 'Update', value: 'update', action: 'Update a task', description: 'Change parts of a task' },
    ],
    default: 'create',
  },
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: ['batch'] } },
    options: [
      {
        name: 'Bulk',
        value: 'bulk',
        action: 'Do many operations',
        description: 'Do up to 100 operations in one request, each of which succeeds or fails by itself',
      },
      {
        name: 'Change Matching',
        value: 'updateMatching',
        action: 'Change all tasks that match',
        description: 'Change all tasks of a project that match conditions',
      },
    ],
    default: 'updateMatching',
  },
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: ['project'] } },
    options: [
      { name: 'Create', value: 'create', action: 'Create a project', description: 'Create a new project' },
      { name: 'Delete', value: 'delete', action: 'Delete a project', description: 'Delete an empty project' },
      { name: 'Get', value: 'get', action: 'Get a project', description: 'Read a project with its lanes' },
      { name: 'Get Many', value: 'getAll', action: 'Get many projects', description: 'Read the projects' },
      {
        name: 'Update',
        value: 'update',
        action: 'Update a project',
        description: 'Change the label of a project',
      },
    ],
    default: 'getAll',
  },

  // one task
  {
    displayName: 'Task ID',
    name: 'taskId',
    type: 'string',
    required: true,
    default: '',
    placeholder: 'ext:order-17',
    description: 'The ID of the task, or "ext:" and its external ID',
    ...shownFor('task', 'complete', 'delete', 'get', 'move', 'update'),
  },
  { ...externalId, required: true, ...shownFor('task', 'upsert') },
  { ...projectId, required: true, ...shownFor('task', 'create', 'upsert') },
  { ...label, required: true, ...shownFor('task', 'create', 'upsert') },
  {
    ...collection('Additional Fields', 'additionalFields', 'Add Field', [
      description,
      externalId,
      fields,
      idempotencyKey,
      workflowLaneId,
      status,
    ]),
    ...shownFor('task', 'create'),
  },
  {
    ...collection('Additional Fields', 'additionalFields', 'Add Field', [
      description,
      fields,
      workflowLaneId,
      status,
    ]),
    ...shownFor('task', 'upsert'),
  },
  {
    ...projectId,
    description: `Only to choose a lane from its list. ${fromList}.`,
    ...shownFor('task', 'move', 'update'),
  },
  {
    ...collection('Update Fields', 'updateFields', 'Add Field', [
      description,
      fields,
      label,
      workflowLaneId,
      { ...projectId, displayName: 'New Project Name or ID', name: 'newProjectId' },
      status,
      ifMatch,
    ]),
    ...shownFor('task', 'update'),
  },
  {
    displayName: 'Where To',
    name: 'place',
    type: 'options',
    options: [
      { name: 'After a Task', value: 'afterTaskId' },
      { name: 'Before a Task', value: 'beforeTaskId' },
      { name: 'Bottom', value: 'bottom' },
      { name: 'Top', value: 'top' },
    ],
    default: 'top',
    ...shownFor('task', 'move'),
  },
  {
    displayName: 'Other Task ID',
    name: 'otherTaskId',
    type: 'string',
    default: '',
    description: 'The task to put it beside: an ID, or "ext:" and an external ID',
    displayOptions: {
      show: { resource: ['task'], operation: ['move'], place: ['afterTaskId', 'beforeTaskId'] },
    },
  },
  { ...workflowLaneId, ...shownFor('task', 'move') },
  {
    ...collection('Options', 'options', 'Add Option', [dryRun]),
    ...shownFor('task', 'create', 'update'),
  },

  // lists
  {
    displayName: 'Return All',
    name: 'returnAll',
    type: 'boolean',
    default: false,
    description: 'Whether to return all results or only up to a given limit',
    displayOptions: { show: { resource: ['task', 'project'], operation: ['getAll'] } },
  },
  {
    displayName: 'Limit',
    name: 'limit',
    type: 'number',
    typeOptions: { minValue: 1 },
    default: 50,
    description: 'Max number of results to return',
    displayOptions: { show: { resource: ['task', 'project'], operation: ['getAll'], returnAll: [false] } },
  },
  {
    ...projectId,
    description: `Empty for tasks of all projects. ${fromList}.`,
    ...shownFor('task', 'getAll'),
  },
  { ...collection('Filters', 'filters', 'Add Filter', filters), ...shownFor('task', 'getAll') },

  // many tasks
  { ...projectId, required: true, ...shownFor('batch', 'updateMatching') },
  {
    ...collection('Conditions', 'filters', 'Add Condition', filters),
    description: 'Which tasks to change: those that meet all of these, at least one',
    ...shownFor('batch', 'updateMatching'),
  },
  {
    ...collection('Update Fields', 'updateFields', 'Add Field', [
      description,
      fields,
      workflowLaneId,
      status,
    ]),
    ...shownFor('batch', 'updateMatching'),
  },
  {
    displayName: 'Operations',
    name: 'operations',
    type: 'json',
    required: true,
    default: '[]',
    placeholder: '[{ "op": "create", "projectId": "…", "label": "Call Ada" }]',
    description: 'Up to 100 operations, as in the body of POST /tasks/bulk',
    ...shownFor('batch', 'bulk'),
  },
  { ...dryRun, ...shownFor('batch', 'bulk', 'updateMatching') },

  // projects
  { ...projectId, required: true, ...shownFor('project', 'delete', 'get', 'update') },
  {
    ...label,
    required: true,
    description: 'The name of the project, at most 500 characters',
    ...shownFor('project', 'create', 'update'),
  },
]
