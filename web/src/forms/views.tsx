import { isTasksApiError } from '../../../client/src/index.ts'
import { useMay } from '../data/api.ts'
import { useForm } from '../data/forms.ts'
import { hrefs, type Route } from '../ui/route.ts'
import { Failure, failureText, Loading } from '../ui/states.tsx'
import '../style/trash.css'
import '../style/pages.css'
import '../style/forms.css'
import { FormPage } from './form-page.tsx'
import { Forms } from './forms.tsx'
import { MappingPage } from './mapping-page.tsx'

type FormsRoute = Extract<Route, { view: 'forms' | 'form' | 'mapping' }>

/** The views of a project's forms. */
export function FormsViews({ route }: { route: FormsRoute }) {
  if (!useMay('hooks')) {
    return (
      <div class="state">
        <h1>Forms cannot be shown</h1>
        <p>Forms need the scope hooks, which your token lacks.</p>
      </div>
    )
  }
  if (route.view === 'forms') return <Forms projectId={route.projectId} />
  return <OneForm route={route} />
}

function OneForm({ route: { view, projectId, formId } }: { route: Extract<FormsRoute, { formId: string }> }) {
  const { data: form, isError, error, refetch } = useForm(formId)
  if (isTasksApiError(error, 'form_not_found', 'invalid_request')) {
    return (
      <div class="state">
        <h1>There is no such form</h1>
        <p>
          It may have been deleted, or the address is mistyped.{' '}
          <a href={hrefs.forms(projectId)}>Go to the forms of this project</a>
        </p>
      </div>
    )
  }
  if (!form)
    return isError ? <Failure text={failureText(error)} onRetry={() => void refetch()} /> : <Loading />
  return view === 'mapping' ? <MappingPage form={form} /> : <FormPage form={form} />
}
