import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'

/** An item of a Google Form. Enumerations of Apps Script are objects that name themselves. */
export interface Item {
  id: number
  title: string
  type: string
  rows?: string[]
}

/** A response, as FormResponse documents it. */
export interface Response {
  id: string
  timestamp: Date
  /** Empty when the form collects none. */
  email: string
  /** The answered items, in the order of the form. */
  answers: { item: Item; value: unknown }[]
}

/** What UrlFetchApp.fetch was called with. */
export interface Fetched {
  url: string
  method: string
  contentType: string
  payload: string
  headers: Record<string, string>
  muteHttpExceptions: boolean
}

interface Trigger {
  handler: string
}

const itemTypes = ['TEXT', 'PARAGRAPH_TEXT', 'LIST', 'CHECKBOX', 'GRID', 'CHECKBOX_GRID', 'DATE']
const ItemType = Object.fromEntries(itemTypes.map((name) => [name, { toString: () => name }]))

const gridOf = (item: Item, type: string) => () => {
  if (item.type !== type) throw new Error('Invalid conversion for item type')
  return { getRows: () => item.rows }
}

const itemOf = (item: Item) => ({
  getId: () => item.id,
  getTitle: () => item.title,
  getType: () => ItemType[item.type],
  asGridItem: gridOf(item, 'GRID'),
  asCheckboxGridItem: gridOf(item, 'CHECKBOX_GRID'),
})

const responseOf = ({ id, timestamp, email, answers }: Response) => ({
  getId: () => id,
  getTimestamp: () => timestamp,
  getRespondentEmail: () => email,
  getItemResponses: () =>
    answers.map(({ item, value }) => ({ getItem: () => itemOf(item), getResponse: () => value })),
})

/**
 * Google's services, as developers.google.com/apps-script/reference documents them, and the recipe's script on them.
 * @param settings the constants at the top of the script
 * @param options.answers the status that each request gets, in order; `unreachable` throws, as fetch does. 200 at the end.
 * @param options.responses what the form holds
 */
export function runScript(
  settings: { url: string; secret?: string },
  { answers = [], responses = [] }: { answers?: (number | 'unreachable')[]; responses?: Response[] } = {},
) {
  const fetched: Fetched[] = []
  const sleptMs: number[] = []
  let triggers: Trigger[] = []
  const form = {
    getResponses: (after: Date) => responses.filter(({ timestamp }) => timestamp > after).map(responseOf),
  }
  const globals = {
    FormApp: { ItemType, getActiveForm: () => form },
    Utilities: { sleep: (ms: number) => sleptMs.push(ms) },
    UrlFetchApp: {
      fetch: (url: string, params: Omit<Fetched, 'url'>) => {
        const answer = answers[fetched.length] ?? 200
        fetched.push({ url, ...params })
        if (answer === 'unreachable') throw new Error(`Address unavailable: ${url}`)
        if (answer >= 400 && !params.muteHttpExceptions) throw new Error(`Request failed, returned ${answer}`)
        return { getResponseCode: () => answer, getContentText: () => '{"error": {"code": "some_code"}}' }
      },
    },
    ScriptApp: {
      getProjectTriggers: () =>
        triggers.map((trigger) => ({ ...trigger, getHandlerFunction: () => trigger.handler })),
      deleteTrigger: ({ handler }: Trigger) => {
        triggers = triggers.filter((trigger) => trigger.handler !== handler)
      },
      newTrigger: (handler: string) => ({
        forForm: (of: unknown) => ({
          onFormSubmit: () => ({
            create: () => {
              if (of !== form) throw new Error('The trigger is for another form')
              triggers.push({ handler })
            },
          }),
        }),
      }),
    },
  }
  const script = readFileSync('docs/recipes/google-forms.gs', 'utf8')
    .replace(`'PASTE THE URL OF THE FORM HERE'`, JSON.stringify(settings.url))
    .replace(`SECRET = ''`, `SECRET = ${JSON.stringify(settings.secret ?? '')}`)
  const context = createContext(globals)
  runInContext(script, context)
  /** Calls a function of the script by its name, as Google does: undefined for one that is not there. */
  const call = (name: string, event?: object): unknown =>
    // a function declaration of the script is a member of its global object
    (context as Record<string, ((event?: object) => unknown) | undefined>)[name]?.(event)
  return {
    fetched,
    sleptMs,
    triggers: () => triggers.map(({ handler }) => handler),
    install: () => call('install'),
    resend: () => call('resend'),
    /** What Google does when somebody submits the form: it calls the triggers' functions. */
    submit: (response: Response) => {
      for (const { handler } of triggers) call(handler, { response: responseOf(response) })
    },
  }
}
