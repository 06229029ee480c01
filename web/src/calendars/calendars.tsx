import { useQuery, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { calendarsOf } from '../../../client/src/calendars.ts'
import type { Calendar, NewCalendar } from '../../../client/src/index.ts'
import { keys, useApi, useMay } from '../data/api.ts'
import { beatOf } from '../data/connection.ts'
import { useFields } from '../data/queries.ts'
import { ChangeButton, ChangeNote, ChangeScope } from '../ui/change.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { ListHead } from '../ui/list-head.tsx'
import { showToast } from '../ui/messages.ts'
import { OncePanel } from '../ui/once-panel.tsx'
import { RotateDialog } from '../ui/rotate-dialog.tsx'
import { NeedsHooks } from '../ui/needs-hooks.tsx'
import { hrefs } from '../ui/route.ts'
import { forgetShown, keepShown, useShownOnce } from '../ui/shown-once.ts'
import { Unloaded } from '../ui/states.tsx'
import { Time } from '../ui/time.tsx'
import { noteStep, noteWrite } from '../ui/undo.ts'
import { useAttempt } from '../ui/use-attempt.ts'
import '../style/pages.css'
import '../style/trash.css'
import { CalendarDialog } from './calendar-dialog.tsx'
import { dateFields, explainCalendar, factsOf } from './words.ts'

/** The calendars of the account. A calendar shows tasks, so to set one needs the scope read too. */
export function Calendars() {
  if (!useMay('hooks')) return <NeedsHooks what="Calendars" />
  return (
    <ChangeScope.Provider value="read">
      <div class="page">
        <CalendarHead />
        <ChangeNote />
        <CalendarList />
      </div>
    </ChangeScope.Provider>
  )
}

function CalendarHead() {
  const { client } = useApi()
  const cache = useQueryClient()
  const fields = useFields()
  const create = async (settings: NewCalendar) => {
    const { url, ...calendar } = (await calendarsOf(client.http).create(settings)).calendar
    keepShown(calendar.id, url)
    await cache.invalidateQueries({ queryKey: keys.calendars })
    noteStep(`Created the calendar “${calendar.label}”. To remove it, delete it in the list.`)
  }
  return (
    <ListHead
      title="Calendars"
      label={dateFields(fields).length > 0 ? 'New calendar' : undefined}
      dialog={(onClose) => <CalendarDialog fields={fields} onSave={create} onClose={onClose} />}
    />
  )
}

function CalendarList() {
  const { client } = useApi()
  const hasDates = dateFields(useFields()).length > 0
  const calendars = useQuery({
    queryKey: keys.calendars,
    queryFn: async ({ signal }) => (await calendarsOf(client.http).list({ signal })).calendars,
    refetchInterval: beatOf(10_000),
  })
  if (!calendars.data) return <Unloaded query={calendars} />
  if (calendars.data.length === 0) {
    return (
      <div class="state empty">
        <p>
          <strong>No calendars yet.</strong>
        </p>
        <p>
          A calendar has a URL to which Google Calendar, Apple Calendar, Outlook and others subscribe. It
          shows the tasks that have a date and are not done.
        </p>
        {!hasDates && (
          <p>
            Tasks have no dates yet: make a field of the type date first.{' '}
            <a href={hrefs.fields}>Go to fields</a>
          </p>
        )}
      </div>
    )
  }
  return (
    <ul class="log-list" aria-label="Calendars">
      {calendars.data.map((calendar) => (
        <CalendarRow key={calendar.id} calendar={calendar} />
      ))}
    </ul>
  )
}

/** What can be done with a calendar, as a hook. */
function useCalendarWrites(calendar: Calendar) {
  const { id, label } = calendar
  const { client } = useApi()
  const cache = useQueryClient()
  const reload = () => cache.invalidateQueries({ queryKey: keys.calendars })
  const attempt = useAttempt({ about: id, explain: explainCalendar, after: () => void reload() })
  return {
    change: async (settings: NewCalendar) => {
      // only what was changed: the field of a calendar may have been deleted
      const { field, ...others } = settings
      await calendarsOf(client.http).update(id, { ...others, ...(field !== calendar.field && { field }) })
      await reload()
      noteStep(`Changed the calendar “${settings.label}”.`)
    },
    rotate: (oldValidHours: number) => {
      const rotated = attempt(async () => {
        keepShown(id, (await calendarsOf(client.http).rotateUrl(id, { oldValidHours })).calendar.url)
        showToast('The calendar has a new URL: copy it from this page.')
      }, 'The URL was not replaced.')
      noteWrite(`Made a new URL for “${label}”. The old one does not come back.`, rotated)
    },
    remove: () =>
      attempt(async () => {
        await calendarsOf(client.http).delete(id)
        forgetShown(id)
        noteStep(`Deleted the calendar “${label}”.`)
        showToast(`Deleted “${label}”.`)
      }, 'The calendar was not deleted.'),
  }
}

function CalendarRow({ calendar }: { calendar: Calendar }) {
  const { id, label, old_url_until: until } = calendar
  const fields = useFields()
  const url = useShownOnce(id)
  const { change, rotate, remove } = useCalendarWrites(calendar)
  const [asked, setAsked] = useState<'change' | 'rotate' | 'delete'>()
  const ask = (what: typeof asked) => () => {
    setAsked(what)
  }
  const close = ask(undefined)
  return (
    <li>
      <div class="log-facts">
        <strong dir="auto">{label}</strong>
        <p class="muted" dir="auto">
          {factsOf(calendar, fields)}
        </p>
        {until !== null && (
          <p class="muted">
            The old URL still works until <Time at={until} />.
          </p>
        )}
        {url !== undefined && <UrlPanel id={id} url={url} />}
        <div class="actions">
          <ChangeButton label="Change" name={`Change ${label}`} onClick={ask('change')} />
          <ChangeButton label="New URL" name={`New URL of ${label}`} onClick={ask('rotate')} />
          <button
            type="button"
            class="outlined-danger"
            aria-label={`Delete ${label}`}
            onClick={ask('delete')}
          >
            Delete
          </button>
        </div>
      </div>
      {asked === 'change' && (
        <CalendarDialog calendar={calendar} fields={fields} onSave={change} onClose={close} />
      )}
      {asked === 'rotate' && (
        <RotateDialog
          what="URL"
          text="The calendar gets a new URL. While the old one still works, change it in the programs that have subscribed."
          onRotate={rotate}
          onClose={close}
        />
      )}
      {asked === 'delete' && (
        <Confirm
          title={`Delete “${label}”?`}
          text="Its URL stops working within a minute. The tasks stay. This cannot be undone."
          action="Delete calendar"
          onConfirm={() => void remove()}
          onClose={close}
        />
      )}
    </li>
  )
}

/** The URL of a new or changed calendar, and where to give it. */
const UrlPanel = ({ id, url }: { id: string; url: string }) => (
  <OncePanel
    id={id}
    title="The URL of this calendar"
    intro="It is shown only once: copy it now, and keep it like a password. Whoever knows it sees the tasks of this calendar."
    name="URL"
    text={url}
  >
    <p>
      Add it in your calendar program as a calendar from the internet; in Google Calendar: Other calendars,
      From URL.{' '}
      <a href="/docs/how-to/calendar" target="_blank" rel="noreferrer">
        Tasks in your calendar (in a new tab)
      </a>{' '}
      has the steps for each program.
    </p>
  </OncePanel>
)
