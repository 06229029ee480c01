import { useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { formsOf } from '../../../client/src/forms.ts'
import type { Form } from '../../../client/src/index.ts'
import { keys, useApi } from '../data/api.ts'
import { putAnswer } from '../data/cache.ts'
import { goTo, hrefs } from '../ui/route.ts'
import { Confirm } from '../ui/confirm.tsx'
import { formatCount } from '../ui/format.ts'
import { Time } from '../ui/time.tsx'
import { showToast } from '../ui/messages.ts'
import { noteStep, noteWrite } from '../ui/undo.ts'
import { useAttempt } from '../ui/use-attempt.ts'
import { ChangeButton, ChangeNote } from '../ui/change.tsx'
import { forgetShown, keepShown, useShownOnce } from '../ui/shown-once.ts'
import { RotateDialog } from '../ui/rotate-dialog.tsx'
import { Settings } from './settings.tsx'
import { Submissions } from './submissions.tsx'
import { UrlPanel } from './url-panel.tsx'
import { explainForm, pausedText, sourceName } from './words.ts'

/** A form: its URL while it is new, what was submitted, and its settings. */
export function FormPage({ form }: { form: Form }) {
  const url = useShownOnce(form.id)
  return (
    <div class="page">
      <div class="page-title">
        <p class="muted">
          <a href={hrefs.forms(form.project_id)}>All forms</a>
        </p>
        <h1 dir="auto">{form.name}</h1>
        <p class="facts">
          {form.paused && <span class="badge busy">{pausedText(form, Date.now())}</span>}
          {form.held_count > 0 && <span class="badge busy">{formatCount(form.held_count)} waiting</span>}
          <span class="muted">{sourceName(form.source)}</span>
        </p>
        <ChangeNote />
        <Actions form={form} />
      </div>
      {form.old_url_until !== null && (
        <p class="notice">
          The old URL still works until <Time at={form.old_url_until} />.
        </p>
      )}
      {url === undefined ? (
        <p class="muted">
          The URL was shown once, and is not shown again. If you miss it, “New URL” makes another; the old one
          works on for as long as you choose.
        </p>
      ) : (
        <UrlPanel form={form} url={url} />
      )}
      <Submissions form={form} />
      <Settings key={form.id} form={form} />
    </div>
  )
}

function Actions({ form }: { form: Form }) {
  const { client } = useApi()
  const cache = useQueryClient()
  const [asked, setAsked] = useState<'rotate' | 'delete'>()
  const ask = (what: typeof asked) => () => {
    setAsked(what)
  }
  const close = ask(undefined)
  const attempt = useAttempt({
    about: form.id,
    explain: explainForm,
    after: () => void cache.invalidateQueries({ queryKey: keys.forms, exact: true }),
  })
  const setPaused = (paused: boolean) =>
    attempt(async () => {
      putAnswer(cache, keys.form(form.id), (await formsOf(client.http).update(form.id, { paused })).form)
      showToast(
        paused ? 'Paused. Within a minute, submissions wait here.' : 'Resumed. New submissions make tasks.',
      )
    }, 'The form was not changed.')
  const change = () => {
    const paused = !form.paused
    noteWrite(`${paused ? 'Paused' : 'Resumed'} “${form.name}”.`, setPaused(paused), {
      undo: () => setPaused(!paused),
      redo: () => setPaused(paused),
    })
  }
  const rotate = (oldValidHours: number) =>
    attempt(async () => {
      const { url, ...rotated } = (await formsOf(client.http).rotateUrl(form.id, { oldValidHours })).form
      keepShown(form.id, url)
      putAnswer(cache, keys.form(form.id), rotated)
      showToast('The form has a new URL: copy it from this page.')
    }, 'The URL was not replaced.')
  const remove = () =>
    attempt(async () => {
      await formsOf(client.http).delete(form.id)
      forgetShown(form.id)
      noteStep(`Deleted the form “${form.name}” with its submissions.`)
      showToast(`Deleted “${form.name}”.`)
      goTo(hrefs.forms(form.project_id))
    }, 'The form was not deleted.')
  return (
    <div class="actions">
      <a class="button" href={hrefs.mapping(form.project_id, form.id)}>
        Edit mapping
      </a>
      <ChangeButton label={form.paused ? 'Resume' : 'Pause'} onClick={change} />
      <ChangeButton label="New URL" onClick={ask('rotate')} />
      <button type="button" class="outlined-danger" onClick={ask('delete')}>
        Delete form
      </button>
      {asked === 'rotate' && (
        <RotateDialog
          what="URL"
          text="The form gets a new URL. While the old one still works, change it where your form is sent from."
          onRotate={(hours) => {
            noteWrite(`Made a new URL for “${form.name}”. The old one does not come back.`, rotate(hours))
          }}
          onClose={close}
        />
      )}
      {asked === 'delete' && (
        <Confirm
          title={`Delete “${form.name}”?`}
          text="Its URL stops working within a minute, and its submissions can no longer be read. The tasks stay. This cannot be undone."
          action="Delete form"
          onConfirm={() => void remove()}
          onClose={close}
        />
      )}
    </div>
  )
}
