import { useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { formsOf } from '../../../client/src/forms.ts'
import type { Form, FormChanges } from '../../../client/src/index.ts'
import { maxFormRateLimit, maxRetentionDays } from '../../../lib/contract/limits.ts'
import { keys, useApi } from '../data/api.ts'
import { putAnswer } from '../data/cache.ts'
import { useProjects } from '../data/queries.ts'
import { goTo, hrefs } from '../ui/route.ts'
import { showToast } from '../ui/messages.ts'
import { useSettings } from '../ui/use-settings.ts'
import { ChangeButton } from '../ui/change.tsx'
import { Choice, Text, textsOf } from '../ui/setting-fields.tsx'
import { changesOf, settingsOf, type SettingsDraft } from './settings-draft.ts'
import { SignatureFields } from './signature-fields.tsx'
import { explainForm, sourceName, sourceNames } from './words.ts'

/** The settings of a form, which are saved together. */
export function Settings({ form }: { form: Form }) {
  const { client } = useApi()
  const cache = useQueryClient()
  const { data: projects = [] } = useProjects()
  const [problem, setProblem] = useState('')
  const { draft, edit, canSave, save } = useSettings({
    item: form,
    draftOf: settingsOf,
    changesOf,
    send: async (changes: FormChanges) => (await formsOf(client.http).update(form.id, changes)).form,
    onSaved: (saved) => {
      putAnswer(cache, keys.form(form.id), saved)
      void cache.invalidateQueries({ queryKey: keys.forms, exact: true })
      showToast('Saved. It takes effect within a minute.')
      if (saved.project_id !== form.project_id) goTo(hrefs.form(saved.project_id, form.id))
    },
    onError: (error) => {
      setProblem(explainForm(error))
    },
    done: `Changed the settings of “${form.name}”.`,
    // no answer has the secret of a signature, and a mapping leaves its lane in the project before
    lastingOf: (changes) =>
      'signature' in changes || 'projectId' in changes
        ? 'Its signature or its project does not come back.'
        : undefined,
  })
  const text = textsOf<SettingsDraft>(draft, edit)
  const sources = Object.keys(sourceNames).map((id) => ({ id, label: sourceName(id as Form['source']) })) // its keys
  return (
    <section class="panel settings" aria-labelledby="settings-title">
      <h2 id="settings-title">Settings</h2>
      <Text name="Name" {...text('name')} />
      <div class="place-fields">
        <Choice
          name="Project"
          value={draft.projectId}
          options={projects}
          onEdit={(projectId) => {
            edit({ projectId })
          }}
        />
        <Choice
          name="Sender"
          value={draft.source}
          options={[{ id: '', label: sourceName(null) }, ...sources]}
          onEdit={(source) => {
            edit({ source })
          }}
        />
      </div>
      <SignatureFields
        draft={draft}
        isSet={form.signature !== null && draft.scheme === form.signature}
        onEdit={edit}
      />
      <ReceivingFields text={text} />
      <div role="alert" class={problem === '' ? undefined : 'alert'}>
        {problem}
      </div>
      <div class="actions">
        <ChangeButton
          label="Save settings"
          class="primary"
          isDisabled={!canSave}
          onClick={() => {
            setProblem('')
            save()
          }}
        />
      </div>
    </section>
  )
}

/** How submissions are received: which are spam or duplicates, what is answered, how many, and how long they are kept. */
const ReceivingFields = ({ text }: { text: ReturnType<typeof textsOf<SettingsDraft>> }) => (
  <>
    <Text
      name="Honeypot field"
      hint="The key of a field that people do not see. A submission that fills it in is spam."
      {...text('honeypot')}
    />
    <Text
      name="Redirect URL"
      hint="Where a browser goes after sending. Empty: a short thank-you page."
      {...text('redirectUrl')}
    />
    <Text
      name="Allowed websites"
      hint="One per line, such as https://example.com. Empty: any. Others are spam."
      rows={2}
      {...text('allowedOrigins')}
    />
    <Text
      name="Duplicates are known by"
      hint="A field or JSON Pointer, such as order_id or /order/id. Empty: the sender’s id of the submission, else the same body within a minute."
      {...text('dedupeBy')}
    />
    <Text
      name="Time zone"
      hint="Of times without an offset, such as Europe/Berlin. Empty: that of the account, else UTC."
      {...text('timeZone')}
    />
    <div class="place-fields">
      <Text
        name="Submissions a minute"
        hint={`At most ${maxFormRateLimit}.`}
        type="number"
        {...text('rateLimit')}
      />
      <Text
        name="Days kept"
        hint={`How long a submission is kept: 1 to ${maxRetentionDays} days.`}
        type="number"
        {...text('retentionDays')}
      />
    </div>
  </>
)
