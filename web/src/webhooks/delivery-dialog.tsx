import { useQuery, useQueryClient } from '@tanstack/preact-query'
import { webhooksOf } from '../../../client/src/webhooks.ts'
import { isTasksApiError, type Webhook, type WholeDelivery } from '../../../client/src/index.ts'
import { keys, useApi } from '../data/api.ts'
import { BodyText } from '../ui/body-text.tsx'
import { ChangeButton } from '../ui/change.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Unloaded } from '../ui/states.tsx'
import { Time } from '../ui/time.tsx'
import { showToast } from '../ui/messages.ts'
import { useAttempt } from '../ui/use-attempt.ts'
import { endOf, explainWebhook, outcomeNames, outcomeTones } from './words.ts'

interface DeliveryDialogProps {
  webhook: Webhook
  deliveryId: string
  onClose: () => void
}

/** One delivery with what was sent and answered. */
export function DeliveryDialog({ webhook, deliveryId, onClose }: DeliveryDialogProps) {
  const delivery = useDelivery(webhook.id, deliveryId)
  const { data, error } = delivery
  const isGone = isTasksApiError(error, 'delivery_not_found', 'webhook_not_found')
  return (
    <Dialog title="Delivery" onClose={onClose}>
      {data && <Whole webhook={webhook} delivery={data} onClose={onClose} />}
      {!data && (isGone ? <p>This delivery is no longer kept.</p> : <Unloaded query={delivery} />)}
    </Dialog>
  )
}

interface WholeProps {
  webhook: Webhook
  delivery: WholeDelivery
  onClose: () => void
}

function Whole({ webhook, delivery, onClose }: WholeProps) {
  const { client } = useApi()
  const cache = useQueryClient()
  const { id, outcome, event_id, event_type, attempt, attempted_at, body, response } = delivery
  const attemptIt = useAttempt({
    about: id,
    explain: explainWebhook,
    after: () => void cache.invalidateQueries({ queryKey: keys.allDeliveries(webhook.id) }),
  })
  const redeliver = () =>
    attemptIt(async () => {
      await webhooksOf(client.http).deliveries.redeliver(webhook.id, id)
      onClose()
      showToast(
        webhook.status === 'active'
          ? 'It is sent again. The new delivery appears in a moment.'
          : 'It is sent again once the webhook is active.',
      )
    }, 'The event was not sent again.')
  return (
    <>
      <p>
        <span class={`badge ${outcomeTones[outcome]}`}>{outcomeNames[outcome]}</span>{' '}
        <code>{event_type}</code>, attempt {attempt}, <Time at={attempted_at} hasSeconds />
      </p>
      <p dir="auto">{endOf(delivery)}</p>
      <p class="muted event-id">{event_id}</p>
      <h3>Sent</h3>
      {body === null ? (
        <p class="muted">The event is no longer kept.</p>
      ) : (
        <BodyText name="Sent" body={body} />
      )}
      <h3>Answered</h3>
      {response === null || response === '' ? (
        <p class="muted">{response === null ? 'The receiver did not answer.' : 'The answer has no body.'}</p>
      ) : (
        <BodyText name="Answered" body={response} />
      )}
      <div class="dialog-actions">
        <ChangeButton
          label="Redeliver"
          class="primary"
          isDisabled={body === null}
          onClick={() => void redeliver()}
        />
      </div>
    </>
  )
}

/** One delivery with the body that was sent and the beginning of the answer. */
function useDelivery(webhookId: string, deliveryId: string) {
  const { client } = useApi()
  return useQuery({
    queryKey: keys.delivery(webhookId, deliveryId),
    queryFn: async ({ signal }) =>
      (await webhooksOf(client.http).deliveries.get(webhookId, deliveryId, { signal })).delivery,
  })
}
