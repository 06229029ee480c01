/** What people type, in lower case, and the words of the documentation for it. */
const synonyms: Readonly<Record<string, string>> = {
  sso: 'sign-in provider',
  login: 'sign-in',
  recurring: 'rules fixed times',
  repeat: 'rules fixed times',
  cron: 'scheduled fixed times',
  reminder: 'date comes',
  due: 'define fields',
  deadline: 'define fields',
  429: 'rate limit quota',
  'delete account': 'account person erased',
  gdpr: 'erased',
  assign: 'person',
  assignee: 'assign person',
  duplicate: 'twice repeat safely',
  mac: 'macos',
  pagination: 'paging',
  batch: 'bulk many operations',
  kanban: 'board lanes',
  column: 'lane field',
  shortcuts: 'keyboard',
  hotkeys: 'keyboard shortcuts',
  dark: 'theme',
  excel: 'spreadsheet csv',
  swagger: 'openapi contract',
  'api key': 'authentication token',
  apikey: 'token authentication',
  azure: 'entra',
  okta: 'sign-in provider',
  invite: 'members sessions',
  user: 'members',
  users: 'members',
  teammate: 'members',
  optimistic: 'version conflict if-match',
  locking: 'version conflict if-match',
  etag: 'version conflict',
  poll: 'feed changes',
  sync: 'feed changes',
  cost: 'month costs',
  costs: 'month',
  price: 'month costs',
  pricing: 'month costs',
  nginx: 'proxy tls',
  https: 'tls proxy',
  cors: 'websites scripts',
  undelete: 'trash restore',
  max: 'limits subtasks characters',
  maximum: 'limits subtasks characters',
  node: 'need run',
  leaked: 'runbook',
  kubernetes: 'container',
  upload: 'attachments import',
  mail: 'e-mail',
  email: 'e-mail',
}

const meanings = new Set(Object.values(synonyms).flatMap((words) => words.split(' ')))

/** Pages that few look for: those of AWS and of the specification, and why things are as they are. */
const isForFew = /^\/docs\/(?:deploy|decisions|performance|architecture|tasks-interface)/

/** Pages that operators look for. */
const isForOperators = /^\/docs\/(?:runbook|security)/

/** The words of a text that is searched for, and the documentation's words for it. */
function tokenize(text: string): string[] {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}_-]+/u)
  const typed = ` ${words.join(' ')} `
  const meant = Object.entries(synonyms).filter(([phrase]) => typed.includes(` ${phrase} `))
  return [...words, ...meant.flatMap(([, others]) => others.split(' '))].filter((word) => word !== '')
}

/**
 * How the search ranks: titles before texts, words that stand for others before those that were typed, pages for few last.
 * MiniSearch's options: https://lucaong.github.io/minisearch/types/MiniSearch.SearchOptions.html
 */
export const searchOptions = {
  fuzzy: 0.2,
  prefix: true,
  boost: { title: 6, titles: 3, text: 1 },
  tokenize,
  boostTerm: (term: string) => (meanings.has(term) ? 2 : 1),
  boostDocument: (id: string) => (isForFew.test(id) ? 0.4 : isForOperators.test(id) ? 0.55 : 1),
}
