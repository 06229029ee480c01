import { Choice, Text, textsOf } from '../ui/setting-fields.tsx'
import type { SettingsDraft } from './settings-draft.ts'

const schemes = [
  { id: '', label: 'Not checked' },
  { id: 'typeform', label: 'Typeform' },
  { id: 'tally', label: 'Tally' },
  { id: 'github', label: 'GitHub' },
  { id: 'standard', label: 'Standard Webhooks' },
  { id: 'hmac', label: 'HMAC-SHA256 in a header' },
  { id: 'header', label: 'A fixed secret in a header' },
]

const encodings = [
  { id: 'hex', label: 'hex' },
  { id: 'base64', label: 'base64' },
]

interface SignatureFieldsProps {
  draft: SettingsDraft
  /** Whether the service has a secret for the chosen scheme. */
  isSet: boolean
  onEdit: (changes: Partial<SettingsDraft>) => void
}

/** How submissions are signed. The secret can be set, but never read. */
export function SignatureFields({ draft, isSet, onEdit }: SignatureFieldsProps) {
  const { scheme } = draft
  const text = textsOf(draft, onEdit)
  const hasHeader = scheme === 'hmac' || scheme === 'header'
  return (
    <>
      <div class="place-fields">
        <Choice
          name="Signature"
          value={scheme}
          options={schemes}
          onEdit={(next) => {
            onEdit({ scheme: next })
          }}
        />
        {scheme !== '' && (
          <Text
            name="Secret"
            type="password"
            placeholder={isSet ? 'Unchanged' : ''}
            hint={isSet ? 'It is set, and never shown. Empty: it stays.' : 'As it is set at the sender.'}
            {...text('secret')}
          />
        )}
      </div>
      {scheme !== '' && (
        <p class="muted">
          A new signature takes up to a minute. Until then, submissions are checked as before: one that is
          signed only in the new way may be refused.
        </p>
      )}
      {hasHeader && (
        <div class="place-fields">
          <Text name="Header" {...text('header')} />
          {scheme === 'hmac' && (
            <>
              <Choice
                name="Encoding"
                value={draft.encoding}
                options={encodings}
                onEdit={(id) => {
                  onEdit({ encoding: id === 'base64' ? 'base64' : 'hex' })
                }}
              />
              <Text name="Prefix" {...text('prefix')} />
            </>
          )}
        </div>
      )}
    </>
  )
}
