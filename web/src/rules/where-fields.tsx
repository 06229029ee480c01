import type { Task } from '../../../client/src/index.ts'
import { Some } from '../ui/all-or-some.tsx'
import { isDated } from '../ui/field-value.ts'
import { statusNames } from '../ui/format.ts'
import { Choice, Problem, Text, textsOf } from '../ui/setting-fields.tsx'
import type { PartProps } from './parts.ts'
import { ValueField } from './value-fields.tsx'
import { isCompared, noLane, operatorNames, operatorsOf, type Operator, type WhereDraft } from './where.ts'
import { problemAt } from './words.ts'
import { useId } from '../ui/use-id.ts'

interface WhereFieldsProps extends PartProps {
  /** Of the API. */
  path: 'trigger.where' | 'action.where'
  legend: string
}

const statusOptions = statusNames.map((label, status) => ({ id: String(status), label }))

/** Which tasks a rule is about. */
export function WhereFields({ draft, names, problems, path, legend, onEdit }: WhereFieldsProps) {
  const { where } = draft
  const id = useId()
  const edit = (changes: Partial<WhereDraft>) => {
    onEdit({ where: { ...where, ...changes } })
  }
  const text = textsOf(where, edit)
  const at = (name: string) => problemAt(problems, `${path}.${name}`)
  const own = problemAt(problems, path, [`${path}.updatedBefore`, `${path}.q`, `${path}.fields`])
  return (
    <fieldset class="check-group conditions" aria-describedby={own === undefined ? undefined : id}>
      <legend>{legend}</legend>
      <div class="facts">
        <Some
          options={statusOptions.map(({ id: status, label }) => ({
            id: status,
            label: `Are ${label.toLowerCase()}`,
          }))}
          chosen={where.statuses.map(String)}
          onChoose={(chosen) => {
            edit({ statuses: chosen.map((status) => Number(status) as Task['status']) }) // the options are the statuses
          }}
        />
      </div>
      <div class="place-fields">
        <Choice
          name="Are in the lane"
          value={where.laneId}
          options={[{ id: '', label: 'Any' }, { id: noLane, label: 'No lane' }, ...names.lanes]}
          onEdit={(laneId) => {
            edit({ laneId })
          }}
        />
        <Text
          name="Have not changed for days"
          type="number"
          {...text('idleDays')}
          problem={at('updatedBefore')}
        />
        <Text name="Contain the text" {...text('text')} problem={at('q')} />
      </div>
      <Condition {...{ where, names, problem: at('fields') }} onEdit={edit} />
      <Problem id={id} text={own} />
    </fieldset>
  )
}

interface ConditionProps extends Pick<PartProps, 'names'> {
  where: WhereDraft
  problem: string | undefined
  onEdit: (changes: Partial<WhereDraft>) => void
}

/** What a field of the tasks must hold. */
function Condition({ where, names: { fields }, problem, onEdit }: ConditionProps) {
  const field = fields.find(({ key }) => key === where.field)
  if (fields.length === 0) return null
  return (
    <>
      <div class="place-fields">
        <Choice
          name="Have in the field"
          value={where.field}
          options={[{ id: '', label: 'Anything' }, ...fields.map(({ key, label }) => ({ id: key, label }))]}
          onEdit={(key) => {
            const chosen = fields.find((one) => one.key === key)
            onEdit({ field: key, value: '', operator: (chosen && operatorsOf(chosen)[0]) ?? 'is' })
          }}
        />
        {field && (
          <Choice
            name="What it must be"
            value={where.operator}
            options={operatorsOf(field).map((operator) => ({ id: operator, label: operatorNames[operator] }))}
            onEdit={(operator) => {
              onEdit({ operator: operator as Operator }) // one of the options
            }}
          />
        )}
        {field && isCompared(where.operator) && (
          <ValueField
            field={field.type === 'multi_select' ? { ...field, type: 'select' } : field}
            name={isDated(field) ? 'Days from the run, or a date' : 'Value'}
            text={where.value}
            problem={problem}
            onEdit={(value) => {
              onEdit({ value })
            }}
          />
        )}
      </div>
    </>
  )
}
