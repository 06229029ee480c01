import { useMayChange } from './change.tsx'
import { Problem } from './setting-fields.tsx'
import { useId } from './use-id.ts'

interface CheckProps {
  label: string
  /** More about it. */
  hint?: string | undefined
  isChecked: boolean
  onCheck: (isChecked: boolean) => void
}

/** A box to tick. It cannot be changed without the scope for changes. */
export function Check({ label, hint, isChecked, onCheck }: CheckProps) {
  const mayChange = useMayChange()
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={isChecked}
        disabled={!mayChange}
        onChange={({ currentTarget }) => {
          onCheck(currentTarget.checked)
        }}
      />
      <span dir="auto">
        {label} {hint !== undefined && <span class="muted">– {hint}</span>}
      </span>
    </label>
  )
}

/** An option of a group of boxes. */
export interface Option<Id extends string> {
  id: Id
  label: string
  hint?: string
}

interface SomeProps<Id extends string> {
  options: readonly Option<Id>[]
  chosen: readonly Id[]
  onChoose: (chosen: Id[]) => void
}

/** Boxes of which any can be ticked. What is chosen keeps the order of the options. */
export const Some = <Id extends string>({ options, chosen, onChoose }: SomeProps<Id>) => (
  <>
    {options.map(({ id, label, hint }) => (
      <Check
        key={id}
        label={label}
        hint={hint}
        isChecked={chosen.includes(id)}
        onCheck={(isChecked) => {
          const others = options.filter((option) => option.id !== id && chosen.includes(option.id))
          const next = isChecked ? [...others.map((option) => option.id), id] : others.map((o) => o.id)
          onChoose(options.map((option) => option.id).filter((each) => next.includes(each)))
        }}
      />
    ))}
  </>
)

interface AllOrSomeProps<Id extends string> {
  legend: string
  /** The box for all of them; undefined if not all can be meant. */
  all: string | undefined
  options: readonly Option<Id>[]
  /** Null: all. */
  value: readonly Id[] | null
  problem?: string | undefined
  onEdit: (value: Id[] | null) => void
}

/** A box for all, and while it is not ticked a box for each. */
export function AllOrSome<Id extends string>({
  legend,
  all,
  options,
  value,
  problem,
  onEdit,
}: AllOrSomeProps<Id>) {
  const id = useId()
  return (
    <fieldset class="check-group" aria-describedby={problem === undefined ? undefined : id}>
      <legend>{legend}</legend>
      {all !== undefined && (
        <Check
          label={all}
          isChecked={value === null}
          onCheck={(isAll) => {
            onEdit(isAll ? null : [])
          }}
        />
      )}
      {value !== null && (
        <div class="checks">
          <Some options={options} chosen={value} onChoose={onEdit} />
        </div>
      )}
      <Problem id={id} text={problem} />
    </fieldset>
  )
}
