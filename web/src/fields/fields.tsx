import { useState } from 'preact/hooks'
import { yours } from '../ui/yours.ts'
import type { Field } from '../../../client/src/index.ts'
import { useIsBound, useMayInAccount } from '../data/api.ts'
import { useFieldList } from '../data/queries.ts'
import { ChangeButton, ChangeNote } from '../ui/change.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { ListHead } from '../ui/list-head.tsx'
import { Menu, moveItems } from '../ui/menu.tsx'
import { Unloaded } from '../ui/states.tsx'
import { FieldDialog } from './field-dialog.tsx'
import { useFieldWrites } from './use-field-writes.ts'
import { starters, typeWords } from './words.ts'
import '../style/trash.css'
import '../style/fields.css'

/** The account's own fields of tasks. */
export function Fields() {
  const fields = useFieldList()
  const { data } = fields
  const [open, setOpen] = useState<Field>()
  const { create } = useFieldWrites()
  const isBound = useIsBound()
  return (
    <div class="page">
      <ListHead
        title="Fields"
        label={isBound ? undefined : 'New field'}
        dialog={(onClose) => <FieldDialog field={undefined} onClose={onClose} />}
      />
      <p class="muted">
        Fields are what your tasks hold beside a label and a description, in all projects: a due date, a
        priority, labels.
      </p>
      {isBound ? (
        <p class="muted">
          They can only be looked at here: {yours('membership')} is bound to projects, and fields belong to
          the whole account.
        </p>
      ) : (
        <ChangeNote />
      )}
      {data ? (
        <>
          {!isBound && (
            <div class="field-tools">
              {starters
                .filter(({ field }) => !data.some(({ key }) => key === field.key))
                .map(({ name, field }) => (
                  <ChangeButton key={name} label={name} onClick={() => void create(field)} />
                ))}
            </div>
          )}
          {data.length === 0 ? (
            <p>There are no fields yet.</p>
          ) : (
            <FieldTable fields={data} onOpen={setOpen} />
          )}
        </>
      ) : (
        <Unloaded query={fields} />
      )}
      {open && (
        <FieldDialog
          field={open}
          onClose={() => {
            setOpen(undefined)
          }}
        />
      )}
    </div>
  )
}

interface FieldTableProps {
  fields: readonly Field[]
  onOpen: (field: Field) => void
}

function FieldTable({ fields, onOpen }: FieldTableProps) {
  const [asked, setAsked] = useState<Field>()
  const { remove } = useFieldWrites()
  return (
    <section class="table-frame" aria-label="Fields">
      <table>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Type</th>
            <th scope="col" class="wide">
              Options
            </th>
            <th scope="col">
              <span class="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field, index) => (
            <Row
              key={field.key}
              fields={fields}
              field={field}
              index={index}
              onOpen={onOpen}
              onDelete={() => {
                setAsked(field)
              }}
            />
          ))}
        </tbody>
      </table>
      {asked && (
        <Confirm
          title={`Delete the field “${asked.label}”?`}
          text="Tasks keep the values that they have until somebody takes them off, but get no new ones. A new field with the same key and type brings it back."
          action="Delete"
          onConfirm={() => void remove(fields, asked)}
          onClose={() => {
            setAsked(undefined)
          }}
        />
      )}
    </section>
  )
}

interface RowProps extends FieldTableProps {
  field: Field
  index: number
  onDelete: () => void
}

function Row({ fields, field, index, onOpen, onDelete }: RowProps) {
  const mayWrite = useMayInAccount('write')
  const mayDelete = useMayInAccount('delete')
  const { move } = useFieldWrites()
  const items = [
    ...(mayWrite
      ? [
          {
            label: 'Change…',
            onSelect: () => {
              onOpen(field)
            },
          },
          ...moveItems(
            ['Move up', 'Move down'],
            index,
            fields.length,
            (to) => void move(fields, field, to < index ? -1 : 1),
          ),
        ]
      : []),
    ...(mayDelete ? [{ label: 'Delete…', onSelect: onDelete }] : []),
  ]
  return (
    <tr>
      <td>
        <bdi>{field.label}</bdi> <code>{field.key}</code>
      </td>
      <td>{typeWords[field.type].name}</td>
      <td class="wide">
        <ul class="option-list">
          {field.options?.map(({ value, label, color }) => (
            <li key={value} class="chip" title={color}>
              {color !== undefined && <span class={`dot dot-${color}`} aria-hidden="true" />}
              <bdi>{label}</bdi>
            </li>
          ))}
        </ul>
      </td>
      <td>{items.length > 0 && <Menu label={`Actions for ${field.label}`} items={items} />}</td>
    </tr>
  )
}
