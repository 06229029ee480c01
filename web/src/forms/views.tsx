import { formsOf } from '../../../client/src/forms.ts'
import { isTasksApiError } from '../../../client/src/index.ts'
import { useQuery } from '@tanstack/preact-query'
import { keys, useApi, useMay } from '../data/api.ts'
import { beatOf } from '../data/connection.ts'
import { NeedsHooks } from '../ui/needs-hooks.tsx'
import { hrefs, type Route } from '../ui/route.ts'
import { NoSuch, Unloaded } from '../ui/states.tsx'
import '../style/trash.css'
import '../style/pages.css'
import '../style/forms.css'
import { FormPage } from './form-page.tsx'
import { Forms } from './forms.tsx'
import { MappingPage } from './mapping-page.tsx'

type FormsRoute = Extract<Route, { view: 'forms' | 'form' | 'mapping' }>

/** The views of a project's forms. */
export function FormsViews({ route }: { route: FormsRoute }) {
  if (!useMay('hooks')) return <NeedsHooks what="Forms" />
  if (route.view === 'forms') return <Forms projectId={route.projectId} />
  return <OneForm route={route} />
}

function OneForm({ route: { view, projectId, formId } }: { route: Extract<FormsRoute, { formId: string }> }) {
  const form = useForm(formId)
  if (isTasksApiError(form.error, 'form_not_found', 'invalid_request'))
    return <NoSuch noun="form" href={hrefs.forms(projectId)} place="the forms of this project" />
  if (!form.data) return <Unloaded query={form} />
  return view === 'mapping' ? <MappingPage form={form.data} /> : <FormPage form={form.data} />
}

/** One form. */
function useForm(formId: string) {
  const { client } = useApi()
  return useQuery({
    queryKey: keys.form(formId),
    queryFn: async ({ signal }) => (await formsOf(client.http).get(formId, { signal })).form,
    refetchInterval: beatOf(10_000),
  })
}
