import { lazyView } from '../ui/lazy-view.tsx'

/** The dialog that moves all cards of a lane, loaded separately from the board. */
export const MoveAllView = lazyView(() => import('./lanes/move-all.tsx').then(({ MoveAll }) => MoveAll))

/** What is offered for pasted lines, loaded separately from the board. */
export const PastedLinesView = lazyView(() =>
  import('./pasted-lines.tsx').then(({ PastedLines }) => PastedLines),
)
