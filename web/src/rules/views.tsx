import { isTasksApiError } from '../../../client/src/index.ts'
import { useMay } from '../data/api.ts'
import { NeedsHooks } from '../ui/needs-hooks.tsx'
import { hrefs, type Route } from '../ui/route.ts'
import { Loading, NoSuch, Unloaded } from '../ui/states.tsx'
import '../style/trash.css'
import '../style/pages.css'
import '../style/forms.css'
import '../style/rules.css'
import { EditRule } from './edit-rule.tsx'
import { NewRule } from './new-rule.tsx'
import { RulePage } from './rule-page.tsx'
import { Rules } from './rules.tsx'
import { useNames, useRule } from './use-rules.ts'

type RulesRoute = Extract<Route, { view: 'rules' | 'rule' }>

/** The views of a project's rules. */
export function RulesViews({ route }: { route: RulesRoute }) {
  if (!useMay('hooks')) return <NeedsHooks what="Rules" />
  if (route.view === 'rule') return <OneRule route={route} />
  const { projectId, template } = route
  return template === undefined ? (
    <Rules projectId={projectId} />
  ) : (
    <NewRule projectId={projectId} template={template} />
  )
}

function OneRule({
  route: { projectId, ruleId, isEdited },
}: {
  route: Extract<RulesRoute, { ruleId: string }>
}) {
  const rule = useRule(ruleId)
  const names = useNames(projectId)
  if (isTasksApiError(rule.error, 'rule_not_found', 'invalid_request'))
    return <NoSuch noun="rule" href={hrefs.rules(projectId)} place="the rules of this project" />
  if (!rule.data) return <Unloaded query={rule} />
  if (!names) return <Loading />
  const Page = isEdited ? EditRule : RulePage
  return <Page rule={rule.data} names={names} />
}
