import { resolve } from 'node:path'
import { declaration as runner } from '../../../functions/rules/run.ts'
import { declaration as clock } from '../../../functions/rules/wake.ts'
import { timerShards } from '../../../lib/table/timers.ts'
import { ruleCosts, type RuleCost } from '../../support/rule-costs.ts'
import { fields } from '../../../infra/aws/settings.ts'
import { ofNewTable, ofPartition, ofTable } from './ceilings.ts'
import { assumed, isWrite, line, prices } from './monthly-costs.ts'

/** Capacity units, and round trips. */
interface Cost {
  read: number
  write: number
  trips: number
}

const unitsIn = (exchange: string): number => Number(exchange.split(' ')[1])

const costOf = (name: RuleCost): Cost => {
  const exchanges: readonly string[] = ruleCosts[name]
  const sum = (some: readonly string[]) => some.reduce((total, one) => total + unitsIn(one), 0)
  return {
    read: sum(exchanges.filter((one) => !isWrite(one))),
    write: sum(exchanges.filter(isWrite)),
    trips: exchanges.length,
  }
}

const shown = (value: number, digits = 0): string =>
  value.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits })

const table = (head: string[], rows: string[][]): string =>
  [line(head), line(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n')

const ofRuns = (): string =>
  table(
    ['run of a rule', 'round trips', 'read units', 'write units'],
    // the keys of the record
    (Object.keys(ruleCosts) as RuleCost[]).map((name) => {
      const { read, write, trips } = costOf(name)
      return [name, String(trips), String(read), String(write)]
    }),
  )

/** What is supposed. */
const supposed = {
  accounts: 10_000,
  datesADay: 1_000_000,
  /** The share of the dates whose time is nine o'clock of one zone. */
  atNine: 0.5,
  /** How long a round trip takes, in seconds. */
  tripSeconds: 0.005,
  /** The concurrency that an operator of such a stage sets. */
  concurrency: 50,
}

/** How many messages a run of the function takes: infra/aws/triggers.ts. */
const batchSize = 5

/** A session for some dates of one rule that have come: each costs the same beside what the session costs. */
function sessionOf(dates: number): Cost {
  const [one, ten] = [costOf('notify, for one date'), costOf('notify, for ten dates at one time')]
  const each = (kind: keyof Cost) => (ten[kind] - one[kind]) / 9
  const of = (kind: keyof Cost) => one[kind] + (dates - 1) * each(kind)
  return { read: of('read'), write: of('write'), trips: of('trips') }
}

/** The write units that a session takes of the partition of the timers: what an update of its rule costs beside the item. */
const timerUnits = (): number =>
  ruleCosts['notify, for one date']
    .filter((one) => one.startsWith('UpdateItem'))
    .reduce((sum, one) => sum + unitsIn(one) - 1, 0)

/** A stage with ten thousand accounts and a million due dates a day, each of which notifies. */
function onPaper(): string {
  const { accounts, datesADay, atNine, tripSeconds, concurrency } = supposed
  const nine = (datesADay * atNine) / accounts // of each account, in one session
  const others = datesADay * (1 - atNine) // each in a session of its own
  const [session, single] = [sessionOf(nine), sessionOf(1)]
  const watch = costOf('the watch of a write that sets a date')
  const looks = (24 * 60) / clock.everyMinutes
  const idle = costOf('the clock, while nothing is due')
  const aDay = (kind: 'read' | 'write') =>
    accounts * session[kind] + others * single[kind] + datesADay * watch[kind] + looks * idle[kind]
  const sessions = accounts + others
  const seconds = (accounts * session.trips + others * single.trips + datesADay * watch.trips) * tripSeconds
  const month = 30 / 1_000_000
  const { perMillion, gbSecond } = prices
  const costs = {
    table: month * (aDay('read') * perMillion.readUnits + aDay('write') * perMillion.writeUnits),
    // each message and each write has an invocation of its own, at the most
    lambda:
      month * (sessions + datesADay) * perMillion.invocations + 30 * seconds * assumed.deliveryGb * gbSecond,
    queue: month * sessions * assumed.sqsRequests * perMillion.sqsRequests,
  }
  const writesAtNine = accounts * session.write
  const partitions = timerShards().length
  const secondsOf = (lambdas: number) => (accounts * session.trips * tripSeconds) / (lambdas * batchSize)
  const byDefault = fields.shape.ruleConcurrency.parse(undefined)
  const dollars = (amount: number) => shown(amount, 2)
  return [
    table(
      [`${shown(accounts)} accounts, ${shown(datesADay)} due dates a day, each of which notifies`, ''],
      [
        ['write units a day, read units a day', `${shown(aDay('write'))}, ${shown(aDay('read'))}`],
        ['the table, a month', dollars(costs.table)],
        ['Lambda, a month', dollars(costs.lambda)],
        ['the queue of `rules.run`, a month', dollars(costs.queue)],
        ['**together, a month**', `**${dollars(Object.values(costs).reduce((sum, one) => sum + one, 0))}**`],
      ],
    ),
    '',
    table(
      [
        `at nine, when ${shown(datesADay * atNine)} dates of all ${shown(accounts)} accounts come`,
        'takes at least',
      ],
      [
        [
          `the timers in ${partitions} partitions, ${timerUnits()} write units each session`,
          `${shown((accounts * timerUnits()) / partitions / ofPartition.write, 1)} s`,
        ],
        ['the same in one partition', `${shown((accounts * timerUnits()) / ofPartition.write, 1)} s`],
        [
          `the partition of one rule with ${shown(nine)} dates`,
          `${shown(session.write / ofPartition.write, 2)} s`,
        ],
        [
          `a new table, which takes ${shown(ofNewTable.write)} write units a second`,
          `${shown(writesAtNine / ofNewTable.write)} s`,
        ],
        [
          `the quota of a table, ${shown(ofTable.write)} write units a second`,
          `${shown(writesAtNine / ofTable.write)} s`,
        ],
        [`Lambda with \`ruleConcurrency\` ${byDefault}, its default`, `${shown(secondsOf(byDefault))} s`],
        [`Lambda with \`ruleConcurrency\` ${concurrency}`, `${shown(secondsOf(concurrency))} s`],
        [
          `the session of one rule, which may take ${runner.timeoutSeconds} s`,
          `${shown(session.trips * tripSeconds, 2)} s`,
        ],
      ],
    ),
  ].join('\n')
}

export const rulesFile = resolve(import.meta.dirname, '../../../docs/performance-rules.md')

/** The part of docs/performance-rules.md between its marks. */
export const renderRules = (): string => [ofRuns(), onPaper()].join('\n\n')
