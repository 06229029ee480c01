import {
  NodeApiError,
  NodeConnectionTypes,
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  type JsonObject,
} from 'n8n-workflow'
import { operations, type Run } from './operations.ts'
import { loadOptions } from './options.ts'
import { properties } from './properties.ts'

/** Reads and writes tasks and projects. */
export class TasksApi implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Tasks API',
    name: 'tasksApi',
    icon: { light: 'file:../../icons/tasks-api.svg', dark: 'file:../../icons/tasks-api.dark.svg' },
    group: ['transform'],
    version: 1,
    subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
    description: 'Create, find, change and complete tasks',
    defaults: { name: 'Tasks API' },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'tasksApi', required: true }],
    properties,
  }

  methods = { loadOptions }

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const found: INodeExecutionData[] = []
    const memory: Run['memory'] = {}
    for (const itemIndex of this.getInputData().keys()) {
      const name = `${String(this.getNodeParameter('resource', itemIndex))}:${String(this.getNodeParameter('operation', itemIndex))}`
      try {
        const results = (await operations[name]?.({ context: this, itemIndex, memory })) ?? []
        found.push(...results.map((json) => ({ json, pairedItem: { item: itemIndex } })))
      } catch (error) {
        // one of these already stays as it is
        if (!this.continueOnFail()) throw new NodeApiError(this.getNode(), error as JsonObject, { itemIndex })
        const { message } = error as Error // all that is thrown here is an error
        const description = error instanceof NodeApiError ? error.description : undefined
        found.push({
          json: { error: message, ...(description && { description }) },
          pairedItem: { item: itemIndex },
        })
      }
    }
    return [found]
  }
}
