import { maxEventDays } from '../../../../lib/contract/limits.ts'
import { delivery, sent } from '../samples.ts'
import type { ResourceTexts } from './text.ts'

export const deliveries: ResourceTexts = {
  tag: 'Deliveries',
  description: `A delivery is one attempt to send an event to a webhook. Deliveries are kept for ${maxEventDays} days. All operations on them need the scopes \`hooks\` and \`read\`.`,
  operations: {
    'deliveries.list': {
      summary: 'List deliveries',
      description:
        'Lists the deliveries of a webhook, newest first, in pages. A page can have fewer entries than `limit` and still have a `next_cursor`. Also needs the scope `read`.',
      query: { outcome: 'failed' },
      answer: {
        deliveries: [{ ...delivery, outcome: 'failed', status: 500, error: 'The receiver answered 500.' }],
        next_cursor: null,
      },
    },
    'deliveries.get': {
      summary: 'Read a delivery',
      description:
        'Returns the delivery with the body that was sent and the first 1 KiB of the answer. Also needs the scope `read`.',
      answer: { delivery: { ...delivery, ...sent } },
    },
    'deliveries.redeliver': {
      summary: 'Send a delivery again',
      description:
        'Sends the event again with the same id; its attempts start at 1. It is sent at once if the webhook is active, otherwise once it is. 404 also when the event is no longer kept. Also needs the scope `read`.',
      answer: { success: true },
    },
  },
}
