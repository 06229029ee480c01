/*
 * Stands in for n8n's package `n8n-workflow`, which is too large to install here: the part of its types and code that
 * `integrations/n8n` uses. n8n itself brings the real one.
 */

import { setTimeout as wait } from 'node:timers/promises'

export type IDataObject = Record<string, unknown>
type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue }
export type JsonObject = Record<string, JsonValue>
export type IHttpRequestMethods = 'DELETE' | 'GET' | 'PATCH' | 'POST'

interface Icon {
  light: `file:${string}`
  dark: `file:${string}`
}

export interface INodePropertyOptions {
  name: string
  value: string | number | boolean
  action?: string
  description?: string
}

interface PropertyCollection {
  displayName: string
  name: string
  values: INodeProperties[]
}

export interface INodeProperties {
  displayName: string
  name: string
  type:
    'boolean' | 'collection' | 'fixedCollection' | 'json' | 'multiOptions' | 'number' | 'options' | 'string'
  default: string | number | boolean | object
  description?: string
  placeholder?: string
  required?: boolean
  noDataExpression?: boolean
  typeOptions?: Record<string, string | number | boolean | string[]>
  displayOptions?: { show: Record<string, (string | number | boolean)[]> }
  options?: (INodePropertyOptions | INodeProperties | PropertyCollection)[]
}

export interface INodeTypeDescription {
  displayName: string
  name: string
  icon: Icon
  group: string[]
  version: number
  subtitle: string
  description: string
  defaults: { name: string }
  usableAsTool?: true
  inputs: 'main'[]
  outputs: 'main'[]
  credentials: { name: string; required: boolean }[]
  webhooks?: { name: string; httpMethod: 'POST'; responseMode: string; path: string }[]
  properties: INodeProperties[]
}

export interface INodeType {
  description: INodeTypeDescription
}

export interface IAuthenticateGeneric {
  type: 'generic'
  properties: { headers: Record<string, string> }
}

export interface ICredentialTestRequest {
  request: { baseURL: string; url: string }
}

export interface ICredentialType {
  name: string
  displayName: string
  properties: INodeProperties[]
}

interface INode {
  id: string
  name: string
}

export interface IHttpRequestOptions {
  method: IHttpRequestMethods
  url: string
  qs: IDataObject
  arrayFormat: 'repeat'
  headers: Record<string, string>
  body?: IDataObject
  json: boolean
  returnFullResponse: boolean
  ignoreHttpStatusErrors: boolean
}

interface Functions {
  getCredentials: (type: string) => Promise<IDataObject>
  getNode: () => INode
  helpers: {
    httpRequestWithAuthentication: (
      this: Functions,
      credentialsType: string,
      options: IHttpRequestOptions,
    ) => Promise<unknown>
    returnJsonArray: (data: IDataObject) => INodeExecutionData[]
  }
}

export interface INodeExecutionData {
  json: IDataObject
  pairedItem?: { item: number }
}

export interface IExecuteFunctions extends Functions {
  getInputData: () => INodeExecutionData[]
  getNodeParameter: (name: string, itemIndex: number, fallback?: unknown) => unknown
  evaluateExpression: (expression: string, itemIndex: number) => unknown
  getExecutionId: () => string
  getWorkflow: () => { id?: string }
  continueOnFail: () => boolean
}

export interface ILoadOptionsFunctions extends Functions {
  getCurrentNodeParameter: (name: string) => unknown
}

export interface IHookFunctions extends Functions {
  getNodeParameter: (name: string, fallback?: object) => unknown
  getNodeWebhookUrl: (name: 'default') => string | undefined
  getWorkflowStaticData: (type: 'node') => IDataObject
}

export interface IWebhookFunctions extends Functions {
  getWorkflowStaticData: (type: 'node') => IDataObject
  getRequestObject: () => { rawBody?: unknown }
  getHeaderData: () => object
  getBodyData: () => IDataObject
  getResponseObject: () => { status: (status: number) => { json: (body: object) => void } }
}

export interface IWebhookResponseData {
  workflowData?: INodeExecutionData[][]
  noWebhookResponse?: boolean
}

export const NodeConnectionTypes = { Main: 'main' } as const

interface ErrorOptions {
  message?: string
  description?: string
  httpCode?: string
  itemIndex?: number
}

/** An error of a node. n8n shows the description below the message. */
class NodeError extends Error {
  readonly description: string | undefined
  readonly context: { itemIndex: number | undefined }
  readonly node: INode

  constructor(node: INode, message: string, { description, itemIndex }: ErrorOptions) {
    super(message)
    this.node = node
    this.description = description
    this.context = { itemIndex }
  }
}

export class NodeApiError extends NodeError {
  readonly httpCode: string | undefined

  constructor(node: INode, response: JsonObject, options: ErrorOptions) {
    super(node, options.message ?? (response instanceof Error ? response.message : ''), options)
    this.httpCode = options.httpCode
    if (response instanceof NodeApiError) return response // as n8n does: nothing is wrapped twice
  }
}

export class NodeOperationError extends NodeError {
  constructor(node: INode, message: string, options: ErrorOptions = {}) {
    super(node, message, options)
  }
}

export const sleep = async (ms: number): Promise<void> => wait(ms)
