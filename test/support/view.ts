import type { Page } from 'playwright-core'
import type { Stage } from './stage.ts'

/** A view or a dialog, and the way to it. */
export interface View {
  name: string
  /** The fragment to start from. */
  hash: (stage: Stage) => string
  /** Who is signed in; the demo account's token unless told, null: nobody. */
  token?: (stage: Stage) => string | null
  /** What to wait for, and what to do there, until the view is as it should be looked at. */
  show: (page: Page, stage: Stage) => Promise<void>
  /** The error answers on the way. */
  errors?: number[]
}
