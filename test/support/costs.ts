import { transactionUnits } from './local-units.ts'

/** The cost of the smallest valid request to each endpoint: docs/performance.md, "What an operation costs". */
export const costs: Record<string, string[]> = {
  'tasks.get': ['GetItem 1'],
  // one entry: its step and the event of it
  'tasks.history': ['BatchGetItem 1', 'GetItem 1', 'Query 1'],
  'tasks.list': ['Query 0.5'],
  'tasks.create': ['TransactWriteItems 6'],
  // one create
  'tasks.bulk': ['TransactWriteItems 6'],
  'tasks.update': ['UpdateItem 4'],
  'tasks.delete': ['GetItem 1', 'TransactWriteItems 8'],
  'tasks.move': ['UpdateItem 5'],
  'tasks.restore': ['GetItem 1', 'TransactWriteItems 8'],
  // one version back; each further one costs a read unit
  'tasks.revert': ['BatchGetItem 1', 'GetItem 1', 'PutItem 4', 'Query 1'],
  'projects.list-tasks': ['Query 0.5'],
  // one task; each further one costs 4 write units
  'projects.update-tasks': ['Query 0.5', 'UpdateItem 4'],
  'projects.list-trash': ['GetItem 1', 'Query 0.5'],
  // the lanes, and up to 1,000 small tasks
  'projects.export': ['GetItem 1', 'Query 0.5'],
  // one task in a lane that is not there; a transaction takes 99 tasks, and each further one costs 4 write units
  'projects.import': ['Query 1', 'TransactWriteItems 6', `TransactWriteItems ${transactionUnits(4, 2)}`],
  'subtasks.create': ['UpdateItem 4'],
  'subtasks.update': ['UpdateItem 4'],
  'subtasks.delete': ['UpdateItem 4'],
  // of these, and of a change and a deletion, 2 write units check the task: as many for each started KiB of it
  'comments.create': ['GetItem 1', `TransactWriteItems ${transactionUnits(9, 4)}`],
  'comments.changes': ['Query 0.5'],
  'comments.list': ['GetItem 1', 'Query 1'],
  'comments.update': ['BatchGetItem 2', 'GetItem 1', 'TransactWriteItems 6'],
  'comments.delete': ['BatchGetItem 2', 'GetItem 1', `TransactWriteItems ${transactionUnits(10, 5)}`],
  'projects.list': ['Query 1'],
  'projects.create': [`TransactWriteItems ${transactionUnits(4, 2)}`],
  'projects.get': ['Query 1'],
  'projects.update': ['Query 1', 'UpdateItem 1'],
  'projects.delete': [`TransactWriteItems ${transactionUnits(4, 2)}`],
  'lanes.create': ['Query 1', `TransactWriteItems ${transactionUnits(4, 2)}`],
  'lanes.update': ['Query 1', 'UpdateItem 1'],
  // an empty lane; otherwise it also reads the project's tasks to find those in the lane
  'lanes.delete': ['Query 1', `TransactWriteItems ${transactionUnits(4, 2)}`],
  'fields.list': ['GetItem 1'],
  'fields.create': ['GetItem 1', 'PutItem 1'],
  'fields.update': ['GetItem 1', 'PutItem 1'],
  'fields.delete': ['GetItem 1', 'PutItem 1'],
  'changes.list': ['Query 0.5'],
  'history.list': ['Query 1'],
  // nothing was written in that time
  'reverts.create': ['Query 1'],
  'forms.create': ['GetItem 1', 'Query 1', `TransactWriteItems ${transactionUnits(9, 4)}`],
  'forms.list': ['Query 1'],
  'forms.get': ['GetItem 1'],
  'forms.update': ['GetItem 1', `TransactWriteItems ${transactionUnits(4, 2)}`],
  'forms.delete': ['TransactWriteItems 2'],
  'forms.rotate-url': ['GetItem 1', `TransactWriteItems ${transactionUnits(4, 2)}`],
  'forms.preview': ['GetItem 1'],
  'forms.replay': ['GetItem 1', 'Query 1', `TransactWriteItems ${transactionUnits(14, 8)}`],
  // an unknown key; and without an id, 2 write units look for the same submission a minute before
  'hooks.receive': ['BatchGetItem 2', `TransactWriteItems ${transactionUnits(10, 4)}`],
  'submissions.list': ['GetItem 1', 'Query 1', 'Query 1'],
  'submissions.get': ['BatchGetItem 3'],
  'submissions.replay': ['BatchGetItem 3', 'GetItem 1', `TransactWriteItems ${transactionUnits(14, 8)}`],
  'webhooks.create': ['GetItem 1', 'Query 1', `TransactWriteItems ${transactionUnits(7, 2)}`],
  'webhooks.list': ['Query 1'],
  'webhooks.get': ['GetItem 1'],
  'webhooks.update': ['GetItem 1', `TransactWriteItems ${transactionUnits(4, 2)}`],
  'webhooks.delete': ['TransactWriteItems 2'],
  'webhooks.rotate-secret': ['GetItem 1', `TransactWriteItems ${transactionUnits(4, 2)}`],
  'webhooks.test': ['GetItem 1'],
  // one event; each further one costs 1 write unit. The update is for a webhook that is not active
  'webhooks.replay': ['BatchWriteItem 1', 'GetItem 1', 'Query 1', 'UpdateItem 1'],
  'deliveries.list': ['GetItem 1', 'Query 1'],
  'deliveries.get': ['BatchGetItem 2', 'GetItem 1'],
  'deliveries.redeliver': ['BatchGetItem 2', 'GetItem 1', 'PutItem 1'],
  // of these, 3 write units are for its timer, and 2 reads check its project
  'rules.create': [
    'GetItem 1',
    'GetItem 1',
    'Query 1',
    'Query 1',
    `TransactWriteItems ${transactionUnits(10, 4)}`,
  ],
  'rules.list': ['Query 1'],
  'rules.get': ['GetItem 1'],
  // without another trigger, whose project would be read
  'rules.update': ['GetItem 1', 'GetItem 1', `TransactWriteItems ${transactionUnits(4, 2)}`],
  'rules.delete': ['TransactWriteItems 2'],
  // of a schedule, whose times are computed
  'rules.preview': ['GetItem 1'],
  // a create of a task: test/support/rule-costs.ts has what rules cost when they run by themselves
  'runs.create': ['GetItem 1', 'TransactWriteItems 8', 'UpdateItem 1'],
  'runs.list': ['GetItem 1', 'Query 1'],
  'calendars.create': ['GetItem 1', 'GetItem 1', 'Query 1', `TransactWriteItems ${transactionUnits(7, 2)}`],
  'calendars.list': ['Query 1'],
  'calendars.update': ['GetItem 1', `TransactWriteItems ${transactionUnits(4, 2)}`],
  'calendars.delete': ['TransactWriteItems 2'],
  'calendars.rotate-url': ['GetItem 1', `TransactWriteItems ${transactionUnits(4, 2)}`],
  // an unknown key, the last change, and one MiB of tasks at most
  'calendars.read': ['BatchGetItem 2', 'Query 0.5', 'Query 0.5'],
  // find_tasks; each tool costs what its operations cost
  'mcp.call': ['Query 0.5'],
  'tokens.list': ['Query 1'],
  // 2 write units of each check the caller's token
  'tokens.create': ['GetItem 1', 'Query 1', `TransactWriteItems ${transactionUnits(7, 2)}`],
  'tokens.delete': ['Query 1', `TransactWriteItems ${transactionUnits(4, 2)}`],
  'tokens.self': [],
  'members.list': ['Query 1'],
  'members.create': ['GetItem 1', 'Query 1', `TransactWriteItems ${transactionUnits(8, 2)}`],
  'members.update': ['GetItem 1', `TransactWriteItems ${transactionUnits(5, 2)}`],
  'members.delete': ['GetItem 1', `TransactWriteItems ${transactionUnits(5, 2)}`],
  'sign-in.get': [],
  'sessions.create': ['BatchGetItem 2', 'GetItem 1', `TransactWriteItems ${transactionUnits(7, 2)}`],
  'sessions.delete': ['GetItem 1', `TransactWriteItems ${transactionUnits(5, 2)}`],
  // at most every 5 s
  'health.get': ['GetItem 1'],
}
