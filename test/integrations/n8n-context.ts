import { TasksApi } from '../../integrations/n8n/credentials/TasksApi.credentials.ts'
import { testPort } from '../support/api.ts'
import type { IHttpRequestOptions } from './n8n-workflow.ts'

const { authenticate } = new TasksApi()
export const serviceUrl = `http://127.0.0.1:${testPort}/v1`

/** What n8n gives to each node: its helpers send requests as n8n does, with the credentials. */
export const commonOf = (token: string, baseUrl = serviceUrl) => ({
  getCredentials: () => Promise.resolve({ baseUrl, token }),
  getNode: () => ({ id: 'node-1', name: 'Tasks API' }),
  helpers: {
    async httpRequestWithAuthentication(_type: string, options: IHttpRequestOptions) {
      const url = new URL(options.url)
      for (const [name, value] of Object.entries(options.qs))
        for (const one of [value].flat()) url.searchParams.append(name, String(one))
      const { Authorization = '' } = authenticate.properties.headers
      const headers = {
        'Content-Type': 'application/json',
        Authorization: Authorization.replace(/^=/, '').replace('{{$credentials.token}}', token),
        ...options.headers,
      }
      const body = options.body && JSON.stringify(options.body)
      const answer = await fetch(url, { method: options.method, headers, ...(body && { body }) })
      return {
        statusCode: answer.status,
        headers: Object.fromEntries(answer.headers),
        body: (await answer.json().catch(() => '')) as unknown,
      }
    },
    returnJsonArray: (json: Record<string, unknown>) => [{ json }],
  },
})
