import type {
  IAuthenticateGeneric,
  ICredentialTestRequest,
  ICredentialType,
  INodeProperties,
} from 'n8n-workflow'

/** The address of a service, and a token of it. */
export class TasksApi implements ICredentialType {
  name = 'tasksApi'
  displayName = 'Tasks API'
  icon = { light: 'file:../icons/tasks-api.svg', dark: 'file:../icons/tasks-api.dark.svg' } as const
  documentationUrl = 'https://tasks.example.com/docs/recipes/n8n'

  properties: INodeProperties[] = [
    {
      displayName: 'Base URL',
      name: 'baseUrl',
      type: 'string',
      default: 'http://localhost:3000/v1',
      placeholder: 'https://tasks.example.com/v1',
      description: 'The address of the service. It ends with /v1.',
      required: true,
    },
    {
      displayName: 'Token',
      name: 'token',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      description:
        'A token with the scopes "read" and "write", "delete" to delete tasks, and "hooks" for the trigger',
      required: true,
    },
  ]

  authenticate: IAuthenticateGeneric = {
    type: 'generic',
    properties: { headers: { Authorization: '=Bearer {{$credentials.token}}' } },
  }

  test: ICredentialTestRequest = {
    request: { baseURL: '={{$credentials.baseUrl}}', url: '/tokens/self' },
  }
}
