import { maxSubmissionKib } from '../../../lib/contract/limits.ts'
import { useTooLong } from '../ui/use-too-long.tsx'
import { kindOf, type SampleKind } from './mapping.ts'

interface SampleFieldProps {
  sample: string
  /** The person's choice; undefined: as the sample looks. */
  kind: SampleKind | undefined
  onSample: (sample: string) => void
  onKind: (kind: SampleKind | undefined) => void
}

const kindNames = { json: 'JSON', form: 'HTML form' } as const

/** The body of a submission, pasted, and what it is. */
export function SampleField({ sample, kind, onSample, onKind }: SampleFieldProps) {
  const { attributes, note } = useTooLong(sample, maxSubmissionKib * 1024)
  return (
    <>
      <label class="field">
        <span>Paste what the sender posts</span>
        <textarea
          class="code"
          dir="auto"
          rows={7}
          spellcheck={false}
          placeholder={'{"name": "Ada", "email": "ada@example.com"}\n\nor: name=Ada&email=ada%40example.com'}
          value={sample}
          onInput={(event) => {
            onSample(event.currentTarget.value)
          }}
          {...attributes}
        />
      </label>
      {note}
      <label class="field inline">
        <span>Read it as</span>
        <select
          value={kind ?? ''}
          onChange={({ currentTarget: { value } }) => {
            onKind(value === 'json' || value === 'form' ? value : undefined)
          }}
        >
          <option value="">
            {sample.trim() === '' ? 'Recognize' : `Recognized: ${kindNames[kindOf(sample)]}`}
          </option>
          <option value="json">{kindNames.json}</option>
          <option value="form">{kindNames.form}</option>
        </select>
      </label>
    </>
  )
}
