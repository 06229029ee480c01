import { useInfiniteQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { dataOf } from '../../../client/src/http.ts'
import { yours } from '../ui/yours.ts'
import type { Delivery, DeliveryFilter, Webhook } from '../../../client/src/index.ts'
import { keys, useApi, useMay } from '../data/api.ts'
import { beatOf } from '../data/connection.ts'
import { Time, timeText } from '../ui/time.tsx'
import { LogList, OutcomeFilter } from '../ui/log-list.tsx'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { endOf, outcomeNames, outcomeTones } from './words.ts'

/** What was sent to a webhook, newest first. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const mayRead = useMay('read')
  const [outcome, setOutcome] = useState<Delivery['outcome']>()
  const pages = useDeliveries(webhook.id, outcome, mayRead)
  const [open, setOpen] = useState<string>()
  return (
    <section class="log" aria-labelledby="deliveries-title">
      <div class="section-head">
        <h2 id="deliveries-title">Deliveries</h2>
        <OutcomeFilter names={outcomeNames} chosen={outcome} onChoose={setOutcome} />
      </div>
      {mayRead ? (
        <LogList
          name="Deliveries"
          pages={pages}
          entriesOf={(page) => page.deliveries}
          empty={
            outcome === undefined
              ? 'No event was sent yet. Change a task, and its event appears here.'
              : 'None with this outcome.'
          }
          row={(delivery, number) => (
            <Row
              key={delivery.id}
              delivery={delivery}
              number={number}
              onOpen={() => {
                setOpen(delivery.id)
              }}
            />
          )}
        />
      ) : (
        <p class="muted">Deliveries show tasks. They need the scope read, which {yours('role')} lacks.</p>
      )}
      {open !== undefined && (
        <DeliveryDialog
          webhook={webhook}
          deliveryId={open}
          onClose={() => {
            setOpen(undefined)
          }}
        />
      )}
    </section>
  )
}

interface RowProps {
  delivery: Delivery
  /** Its place in the list, from 1. */
  number: number
  onOpen: () => void
}

function Row({ delivery, number, onOpen }: RowProps) {
  const { outcome, event_type, attempt, attempted_at } = delivery
  return (
    <li>
      <div class="log-facts">
        <span class={`badge ${outcomeTones[outcome]}`}>{outcomeNames[outcome]}</span>{' '}
        <code>{event_type}</code> <Time at={attempted_at} hasSeconds />
        <p class="muted" dir="auto">
          Attempt {attempt} · {endOf(delivery)}
        </p>
      </div>
      <div class="actions">
        <button
          type="button"
          aria-label={`Details of delivery ${number}, ${timeText(attempted_at)}`}
          onClick={onOpen}
        >
          Details
        </button>
      </div>
    </li>
  )
}

/** The deliveries of a webhook, page by page, newest first. Without an outcome: all. */
function useDeliveries(webhookId: string, outcome: DeliveryFilter['outcome'], isEnabled: boolean) {
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
