import type { Draft } from './draft.ts'
import { GrowingField } from './growing-field.tsx'

/** The unsaved texts of a task that was deleted meanwhile, to be copied. */
export const LeftTexts = ({ draft }: { draft: Draft }) => (
  <>
    <label class="field">
      <span>Label</span>
      <GrowingField rows={1} readOnly value={draft.label} onText={() => undefined} />
    </label>
    <label class="field">
      <span>Description</span>
      <GrowingField rows={2} readOnly value={draft.description} onText={() => undefined} />
    </label>
  </>
)
