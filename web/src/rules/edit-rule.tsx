import { useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { rulesOf } from '../../../client/src/rules.ts'
import { keys, useApi } from '../data/api.ts'
import { putAnswer } from '../data/cache.ts'
import { ChangeNote } from '../ui/change.tsx'
import { showToast } from '../ui/messages.ts'
import { goTo, hrefs } from '../ui/route.ts'
import { useSettings } from '../ui/use-settings.ts'
import { draftOf, type RuleDraft } from './draft.ts'
import { requestOf, textOf, type RuleParts, type Rule } from './requests.ts'
import { requestFrom, RuleForm } from './rule-form.tsx'
import type { Names } from './sentence.ts'
import { problemsOf, type Problems } from './words.ts'

/** The draft of a rule. A name that says what the rule does goes on to say so. */
function editOf(rule: Rule, names: Names): RuleDraft {
  const draft = draftOf(rule, names.fields)
  const unnamed = { ...draft, label: '' }
  return requestFrom(unnamed, names).label === rule.label ? unnamed : draft
}

/** The page that changes a rule. */
export function EditRule({ rule, names }: { rule: Rule; names: Names }) {
  const cache = useQueryClient()
  const { client } = useApi()
  const [problems, setProblems] = useState<Problems>({})
  const { draft, edit, canSave, save } = useSettings({
    item: rule,
    draftOf: (item: Rule) => editOf(item, names),
    changesOf: (item: Rule, draft: RuleDraft) => {
      const before = requestOf(item)
      const after = Object.entries(requestFrom(draft, names))
      const changed = after.filter(
        ([name, value]) => textOf(value) !== textOf(before[name as keyof RuleParts]), // its own
      )
      return Object.fromEntries(changed)
    },
    send: async (changes) => (await rulesOf(client.http).update(rule.id, changes)).rule,
    onSaved: (saved) => {
      putAnswer(cache, keys.rule(rule.id), saved)
      void cache.invalidateQueries({ queryKey: keys.rules })
      showToast('Saved.')
      goTo(hrefs.rule(rule.project_id, rule.id))
    },
    onError: (error) => {
      setProblems(problemsOf(error))
    },
    done: `Changed the rule “${rule.label}”.`,
    lastingOf: () => undefined,
  })
  return (
    <div class="page wide">
      <div class="page-title">
        <p class="muted">
          <a href={hrefs.rule(rule.project_id, rule.id)}>Back to the rule</a>
        </p>
        <h1 dir="auto">{rule.label}</h1>
        <ChangeNote />
      </div>
      <RuleForm
        {...{ projectId: rule.project_id, draft, names, problems, canSave }}
        isNew={false}
        action="Save rule"
        onEdit={(changes) => {
          setProblems({})
          edit(changes)
        }}
        onRefuse={setProblems}
        onSave={save}
      />
    </div>
  )
}
