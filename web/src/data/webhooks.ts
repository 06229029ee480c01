import { useInfiniteQuery, useQuery } from '@tanstack/preact-query'
import { dataOf } from '../../../client/src/http.ts'
import type { DeliveryFilter } from '../../../client/src/index.ts'
import { keys, useApi } from './api.ts'
import { beatOf } from './connection.ts'

/** All webhooks of the account, oldest first; read again after a number of milliseconds. */
export function useWebhooks(everyMs: number) {
  const { client } = useApi()
  return useQuery({
    queryKey: keys.webhooks,
    queryFn: async ({ signal }) => (await client.webhooks.list({ signal })).webhooks,
    refetchInterval: beatOf(everyMs),
  })
}

/** One webhook. */
export function useWebhook(webhookId: string) {
  const { client } = useApi()
  return useQuery({
    queryKey: keys.webhook(webhookId),
    queryFn: async ({ signal }) => (await client.webhooks.get(webhookId, { signal })).webhook,
    refetchInterval: beatOf(10_000),
  })
}

/** The deliveries of a webhook, page by page, newest first. Without an outcome: all. */
export function useDeliveries(webhookId: string, outcome: DeliveryFilter['outcome'], isEnabled: boolean) {
  const { client } = useApi()
  return useInfiniteQuery({
    queryKey: keys.deliveries(webhookId, outcome ?? 'all'),
    enabled: isEnabled,
    initialPageParam: undefined as string | undefined, // gives later cursors their type
    queryFn: ({ pageParam: cursor, signal }) => {
      const query = { limit: 50, ...(outcome && { outcome }), ...(cursor !== undefined && { cursor }) }
      const params = { path: { webhookId }, query }
      return dataOf(client.http.GET('/webhooks/{webhookId}/deliveries', { params, signal }), 'deliveries')
    },
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    refetchInterval: beatOf(5_000),
  })
}

/** One delivery with the body that was sent and the beginning of the answer. */
export function useDelivery(webhookId: string, deliveryId: string) {
  const { client } = useApi()
  return useQuery({
    queryKey: keys.delivery(webhookId, deliveryId),
    queryFn: async ({ signal }) =>
      (await client.webhooks.deliveries.get(webhookId, deliveryId, { signal })).delivery,
  })
}
