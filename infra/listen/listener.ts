/** A webhook that exists as long as somebody listens. */
export interface Listener {
  /** The receiver checks forwarded deliveries with it. */
  secret: string
  /** Rejects when events can no longer arrive. */
  ended: Promise<never>
  /** Deletes what was made for it. */
  stop: () => Promise<void>
}
