import { lazyView } from '../ui/lazy-view.tsx'

/** The dialog of a task, loaded separately from the board. */
export const TaskView = lazyView(() => import('../task/task-dialog.tsx').then(({ TaskDialog }) => TaskDialog))
