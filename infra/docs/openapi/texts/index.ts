import { changes } from './changes.ts'
import { deliveries } from './deliveries.ts'
import { forms } from './forms.ts'
import { health } from './health.ts'
import { lanes } from './lanes.ts'
import { projects } from './projects.ts'
import { submissions } from './submissions.ts'
import { subtasks } from './subtasks.ts'
import { tasks } from './tasks.ts'
import { tokens } from './tokens.ts'
import { webhooks } from './webhooks.ts'
import type { ResourceTexts } from './text.ts'

/** The texts of all resources, in the order of the document. */
export const resourceTexts: readonly ResourceTexts[] = [
  tasks,
  subtasks,
  projects,
  lanes,
  changes,
  forms,
  submissions,
  webhooks,
  deliveries,
  tokens,
  health,
]
