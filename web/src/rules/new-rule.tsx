import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { rulesOf } from '../../../client/src/rules.ts'
import { keys, useApi } from '../data/api.ts'
import { useProject } from '../data/queries.ts'
import { isNoProject, NoProject } from '../projects/no-project.tsx'
import { ChangeNote } from '../ui/change.tsx'
import { showToast } from '../ui/messages.ts'
import { goTo, hrefs } from '../ui/route.ts'
import { Loading } from '../ui/states.tsx'
import { noteStep } from '../ui/undo.ts'
import { useUnloadGuard } from '../ui/unload-guard.ts'
import { useLock } from '../ui/use-lock.ts'
import type { RuleDraft } from './draft.ts'
import { requestFrom, RuleForm } from './rule-form.tsx'
import type { Names } from './sentence.ts'
import { draftFrom } from './templates.ts'
import { useNames } from './use-rules.ts'
import { problemsOf, type Problems } from './words.ts'

/** The page that makes a rule, once what a template needs is known. */
export function NewRule({ projectId, template }: { projectId: string; template: string }) {
  const { error } = useProject(projectId)
  const names = useNames(projectId)
  if (isNoProject(error)) return <NoProject />
  return names ? <NewRuleForm {...{ projectId, template, names }} /> : <Loading />
}

interface NewRuleFormProps {
  projectId: string
  template: string
  names: Names
}

function NewRuleForm({ projectId, template, names }: NewRuleFormProps) {
  const cache = useQueryClient()
  const { client } = useApi()
  const lock = useLock()
  const [begun] = useState(() => draftFrom(template, names))
  const [edits, setEdits] = useState<Partial<RuleDraft>>({})
  const [problems, setProblems] = useState<Problems>({})
  const draft = { ...begun, ...edits }
  const create = useMutation({
    mutationFn: () => rulesOf(client.http).create({ projectId, ...requestFrom(draft, names) }),
    onSuccess: ({ rule }) => {
      cache.setQueryData(keys.rule(rule.id), rule)
      void cache.invalidateQueries({ queryKey: keys.projectRules(projectId) })
      noteStep(`Created the rule “${rule.label}”. To remove it, delete it on its page.`)
      showToast('Created. It runs by itself from now on.')
      goTo(hrefs.rule(projectId, rule.id))
    },
    onError: (error) => {
      setProblems(problemsOf(error))
    },
  })
  useUnloadGuard(Object.keys(edits).length > 0 && !create.isSuccess)
  return (
    <div class="page wide">
      <div class="page-title">
        <p class="muted">
          <a href={hrefs.rules(projectId)}>All rules</a>
        </p>
        <h1>New rule</h1>
        <ChangeNote />
      </div>
      <RuleForm
        {...{ projectId, draft, names, problems }}
        isNew
        action="Create rule"
        canSave={!create.isPending}
        onEdit={(changes) => {
          setProblems({})
          setEdits((before) => ({ ...before, ...changes }))
        }}
        onRefuse={setProblems}
        onSave={() => {
          if (lock.take()) create.mutate(undefined, { onSettled: lock.free })
        }}
      />
    </div>
  )
}
