import { isTasksApiError } from '../../../client/src/index.ts'
import { useIsBound } from '../data/api.ts'
import { hrefs } from '../ui/route.ts'

/** Whether an error says that the project does not exist or that the id is malformed. */
export const isNoProject = (error: unknown): boolean =>
  isTasksApiError(error, 'project_not_found', 'invalid_request')

/** Shown in place of a project that does not exist. */
export const NoProject = () => (
  <div class="state">
    <h1>There is no such project</h1>
    <p>
      It may have been deleted, or the address is mistyped.
      {useIsBound() && ' Or your token does not see it: it is bound to other projects.'}{' '}
      <a href={hrefs.projects}>Go to your projects</a>
    </p>
  </div>
)
