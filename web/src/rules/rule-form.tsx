import { useRef } from 'preact/hooks'
import { isTasksApiError } from '../../../client/src/index.ts'
import { maxLabelCharacters, maxRules } from '../../../lib/contract/limits.ts'
import { ChangeButton, useMayChange } from '../ui/change.tsx'
import { Problem } from '../ui/problem.tsx'
import { Text, textsOf } from '../ui/setting-fields.tsx'
import { useFocusProblem } from '../ui/use-focus-problem.ts'
import { ActionFields } from './action-fields.tsx'
import { ruleRequest, triggerType, type RuleDraft } from './draft.ts'
import type { RuleParts, RuleRequest } from './requests.ts'
import { actionText, sentenceOf, type Names } from './sentence.ts'
import { Times } from './times.tsx'
import { TriggerFields } from './trigger-fields.tsx'
import { usePreview } from './use-rules.ts'
import { valuesOf } from './values.ts'
import { whereRequest } from './where.ts'
import { missingIn, problemsOf, summaryOf, type Problems } from './words.ts'

/** What a draft makes; a rule without a name is called after what it does. */
export function requestFrom(draft: RuleDraft, names: Names): RuleParts {
  const { action } = ruleRequest(draft, names.fields, '')
  const text = actionText(action, names)
  const label = `${text.charAt(0).toUpperCase()}${text.slice(1)}`
  return ruleRequest(draft, names.fields, label.slice(0, maxLabelCharacters).toWellFormed())
}

function missing(draft: RuleDraft, { fields }: Names): Problems {
  const { status, laneId, projectId, values } = draft.set
  const hasChanges =
    status !== '' || laneId !== '' || projectId !== '' || valuesOf(fields, values) !== undefined
  return missingIn(draft, whereRequest(draft.where, fields) !== undefined, hasChanges)
}

/** What a preview asks for: an action that is not whole yet changes no time. */
function previewOf(draft: RuleDraft, names: Names, projectId: string): RuleRequest | undefined {
  const paths = Object.keys(missing(draft, names))
  if (paths.some((path) => path.startsWith('trigger.'))) return undefined
  const request = { projectId, ...requestFrom(draft, names) }
  return paths.length === 0
    ? request
    : { projectId, label: 'A rule', trigger: request.trigger, action: { type: 'notify' } }
}

interface RuleFormProps {
  projectId: string
  draft: RuleDraft
  names: Names
  /** Why it was not saved. */
  problems: Problems
  /** Whether saving it makes another rule. */
  isNew: boolean
  /** The label of the button that saves. */
  action: string
  canSave: boolean
  onEdit: (changes: Partial<RuleDraft>) => void
  /** Called when something is not filled in yet. */
  onRefuse: (problems: Problems) => void
  onSave: () => void
}

/** A rule's trigger and action, and beside them when it would run. */
export function RuleForm({ projectId, draft, names, problems, isNew, onEdit, ...button }: RuleFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const mayChange = useMayChange()
  const gaps = missing(draft, names)
  const preview = usePreview(mayChange ? previewOf(draft, names, projectId) : undefined)
  // a preview is the trial of another rule: one that is there needs no room for it
  const isFull = !isNew && isTasksApiError(preview.error, 'quota_exceeded')
  const found = preview.error && !isFull ? problemsOf(preview.error) : {}
  const shown = { ...found, ...problems }
  useFocusProblem(form, problems)
  const parts = { draft, names, problems: shown, onEdit }
  const isWhole = Object.keys(gaps).length === 0
  return (
    <form
      ref={form}
      class="mapping"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
      }}
    >
      <section class="panel" aria-labelledby="rule-title">
        <h2 id="rule-title">The rule</h2>
        <Text
          name="Name"
          hint="Empty: what it does."
          {...textsOf(draft, onEdit)('label')}
          problem={shown.label}
        />
        <TriggerFields {...parts} />
        <ActionFields {...parts} projectId={projectId} />
      </section>
      <section class="panel rule-preview" aria-labelledby="preview-title">
        <h2 id="preview-title">What it will do</h2>
        <p class="rule-sentence" dir="auto">
          {isWhole
            ? `${sentenceOf(requestFrom(draft, names), names)}.`
            : 'Fill in the rest to see it as a sentence.'}
        </p>
        <Problem text={Object.keys(problems).length > 0 ? summaryOf(shown) : (found.other ?? '')} />
        <div class="actions">
          <ChangeButton
            label={button.action}
            class="primary"
            isDisabled={!button.canSave}
            onClick={() => {
              if (isWhole) button.onSave()
              else button.onRefuse(gaps)
            }}
          />
        </div>
        {/* below the button, which stays in its place when they come and go */}
        {mayChange && (
          <Times
            Heading="h3"
            projectId={projectId}
            type={triggerType(draft)}
            times={preview.error ? undefined : preview.times}
            isOld={preview.isOld}
            unknown={
              isFull
                ? `The account has ${maxRules} rules, as many as it may: they appear when this one is saved.`
                : preview.error
                  ? 'They appear when what is marked is right.'
                  : 'They appear when the rule is filled in.'
            }
          />
        )}
      </section>
    </form>
  )
}
