import { yours } from '../ui/yours.ts'
import { isTasksApiError } from '../../../client/src/index.ts'
import { useIsBound } from '../data/api.ts'
import { hrefs } from '../ui/route.ts'
import { NoSuch } from '../ui/states.tsx'

/** Whether an error says that the project does not exist or that the id is malformed. */
export const isNoProject = (error: unknown): boolean =>
  isTasksApiError(error, 'project_not_found', 'invalid_request')

/** Shown in place of a project that does not exist. */
export const NoProject = () => (
  <NoSuch
    noun="project"
    reason={useIsBound() ? ` Or ${yours('membership')} does not see it: it is bound to other projects.` : ''}
    href={hrefs.projects}
    place="your projects"
  />
)
