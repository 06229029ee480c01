import { useState } from 'preact/hooks'
import { useApi, useMay, useMayInAccount } from '../data/api.ts'
import { hrefs, type Route } from '../ui/route.ts'
import { Popover } from '../ui/popover.tsx'
import { chooseTheme, storedTheme, themeNames, themes } from '../theme/theme.ts'
import { isOnDevice, isPerson, stayOnDevice } from '../session/kept.ts'
import { ownSecretOfSession } from '../session/session.ts'
import { NavLink } from './nav-link.tsx'
import { askToSignOut } from './sign-out.tsx'

/** The menu of the whole account: fields, calendars, webhooks, members, tokens, signing out. */
export function AccountMenu({ view }: { view: Route['view'] }) {
  const { name } = useApi()
  const mayRead = useMay('read')
  const mayHooks = useMay('hooks')
  const mayMembers = useMayInAccount('admin')
  return (
    <Popover
      label="Account"
      class="icon-button account"
      side="end"
      face={
        <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
          <circle cx="8" cy="5.5" r="2.75" />
          <path d="M2.75 13.75c.6-2.6 2.7-3.75 5.25-3.75s4.65 1.15 5.25 3.75" />
        </svg>
      }
    >
      {(close) => (
        <div class="account-panel">
          <p class="muted account-name">
            {isPerson() ? 'Signed in as' : 'Signed in with the token'} <strong dir="auto">{name}</strong>
          </p>
          <nav aria-label="Account">
            {mayRead && <NavLink href={hrefs.due} label="Due" isCurrent={view === 'due'} />}
            {mayRead && <NavLink href={hrefs.fields} label="Fields" isCurrent={view === 'fields'} />}
            {mayRead && <NavLink href={hrefs.history} label="History" isCurrent={view === 'history'} />}
            {mayHooks && mayRead && (
              <NavLink href={hrefs.calendars} label="Calendars" isCurrent={view === 'calendars'} />
            )}
            {mayHooks && <NavLink href={hrefs.webhooks} label="Webhooks" isCurrent={view === 'webhooks'} />}
            {mayMembers && <NavLink href={hrefs.members} label="Members" isCurrent={view === 'members'} />}
            <NavLink href={hrefs.tokens} label="Tokens" isCurrent={view === 'tokens'} />
          </nav>
          <ThemeChoice />
          {!isOnDevice() && ownSecretOfSession() === undefined && (
            <button
              type="button"
              class="quiet"
              onClick={() => {
                stayOnDevice()
                close()
              }}
            >
              Keep me signed in
            </button>
          )}
          <button type="button" class="quiet" onClick={askToSignOut}>
            Sign out
          </button>
        </div>
      )}
    </Popover>
  )
}

function ThemeChoice() {
  const [chosen, setChosen] = useState(storedTheme)
  return (
    <div role="radiogroup" aria-label="Theme" class="theme-choice">
      {themes.map((theme) => (
        <label key={theme}>
          <input
            type="radio"
            name="theme"
            class="visually-hidden"
            checked={theme === chosen}
            onChange={() => {
              chooseTheme(theme)
              setChosen(theme)
            }}
          />
          {themeNames[theme]}
        </label>
      ))}
    </div>
  )
}
