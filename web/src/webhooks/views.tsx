import { webhooksOf } from '../../../client/src/webhooks.ts'
import { isTasksApiError } from '../../../client/src/index.ts'
import { useQuery } from '@tanstack/preact-query'
import { keys, useApi, useMay } from '../data/api.ts'
import { beatOf } from '../data/connection.ts'
import { NeedsHooks } from '../ui/needs-hooks.tsx'
import { hrefs, type Route } from '../ui/route.ts'
import { ChangeScope } from '../ui/change.tsx'
import { NoSuch, Unloaded } from '../ui/states.tsx'
import '../style/trash.css'
import '../style/pages.css'
import { WebhookPage } from './webhook-page.tsx'
import { Webhooks } from './webhooks.tsx'

type WebhooksRoute = Extract<Route, { view: 'webhooks' | 'webhook' }>

/** The views of the account's webhooks. A webhook shows tasks, so to set one needs the scope read too. */
export function WebhooksViews({ route }: { route: WebhooksRoute }) {
  if (!useMay('hooks')) return <NeedsHooks what="Webhooks" />
  return (
    <ChangeScope.Provider value="read">
      {route.view === 'webhooks' ? <Webhooks /> : <OneWebhook webhookId={route.webhookId} />}
    </ChangeScope.Provider>
  )
}

function OneWebhook({ webhookId }: { webhookId: string }) {
  const webhook = useWebhook(webhookId)
  if (isTasksApiError(webhook.error, 'webhook_not_found', 'invalid_request'))
    return <NoSuch noun="webhook" href={hrefs.webhooks} place="the webhooks" />
  return webhook.data ? <WebhookPage webhook={webhook.data} /> : <Unloaded query={webhook} />
}

/** One webhook. */
function useWebhook(webhookId: string) {
  const { client } = useApi()
  return useQuery({
    queryKey: keys.webhook(webhookId),
    queryFn: async ({ signal }) => (await webhooksOf(client.http).get(webhookId, { signal })).webhook,
    refetchInterval: beatOf(10_000),
  })
}
