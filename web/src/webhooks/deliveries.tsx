import { useState } from 'preact/hooks'
import type { Delivery, Webhook } from '../../../client/src/index.ts'
import { useMay } from '../data/api.ts'
import { useDeliveries } from '../data/webhooks.ts'
import { Time } from '../ui/time.tsx'
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
              ? 'Nothing was sent yet. Change a task, and its event appears here.'
              : 'None with this outcome.'
          }
          row={(delivery) => (
            <Row
              key={delivery.id}
              delivery={delivery}
              onOpen={() => {
                setOpen(delivery.id)
              }}
            />
          )}
        />
      ) : (
        <p class="muted">Deliveries show tasks. They need the scope read, which your token lacks.</p>
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

function Row({ delivery, onOpen }: { delivery: Delivery; onOpen: () => void }) {
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
        <button type="button" onClick={onOpen}>
          Details
        </button>
      </div>
    </li>
  )
}
