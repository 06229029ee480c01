import { isTasksApiError } from '../../../client/src/index.ts'
import { hrefs } from '../route.ts'

/** Whether an error says that there is no such project: its id may be of none, or no id at all. */
export const isNoProject = (error: unknown): boolean =>
  isTasksApiError(error, 'project_not_found', 'invalid_request')

/** What stands in the place of a project that is not there. */
export const NoProject = () => (
  <div class="state">
    <h1>There is no such project</h1>
    <p>
      It may have been deleted, or the address is mistyped. <a href={hrefs.projects}>Go to your projects</a>
    </p>
  </div>
)
