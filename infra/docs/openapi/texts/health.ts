import type { ResourceTexts } from './text.ts'

export const health: ResourceTexts = {
  tag: 'Health',
  description: 'Whether the service answers, for load balancers and monitors.',
  operations: {
    'health.get': {
      summary: 'Ask whether the service answers',
      description:
        'Asks for no token. 200 says that the service answers, with its version, and that its table answered at most 5 seconds ago. While the table does not answer, this is a 503 `service_unavailable`.',
      answer: { status: 'ok', version: '1.0.0' },
    },
  },
}
