import { lazyView } from '../ui/lazy-view.tsx'

/** What makes the usual lanes of a board without lanes, loaded separately from it. */
export const FirstLanesView = lazyView(() => import('./first-lanes.tsx').then(({ FirstLanes }) => FirstLanes))

/** The dialog that moves all cards of a lane, loaded separately from the board. */
export const MoveAllView = lazyView(() => import('./move-all.tsx').then(({ MoveAll }) => MoveAll))

/** What is offered for pasted lines, loaded separately from the board. */
export const PastedLinesView = lazyView(() =>
  import('./pasted-lines.tsx').then(({ PastedLines }) => PastedLines),
)

/** The dialog of a task, loaded separately from the board. */
export const TaskView = lazyView(() => import('../task/task-dialog.tsx').then(({ TaskDialog }) => TaskDialog))

/** The dialog of a task that waits to be added, loaded separately from the board. */
export const WaitingView = lazyView(() =>
  import('../task/waiting-dialog.tsx').then(({ WaitingDialog }) => WaitingDialog),
)

const loadFieldFilter = () => import('./field-filter.tsx')

/** What filters a board by a field, loaded separately from it. */
export const NewConditionView = lazyView(() => loadFieldFilter().then(({ NewCondition }) => NewCondition))
export const ConditionsView = lazyView(() => loadFieldFilter().then(({ Conditions }) => Conditions))
