import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Rule } from '../../../../lib/rules/rule.ts'
import type { Run } from '../../../../lib/rules/run.ts'
import type { Task } from '../../../../lib/tasks/task.ts'
import { useEngineOf } from '../../bench/engine-of.ts'
import { MovedClock } from '../../moved-clock.ts'
import { newTempFolder } from '../../temp-folder.ts'
import { Dice } from '../dice.ts'
import { readAll } from '../http.ts'
import { Stage } from '../stage.ts'
import { checkRules, type Fired, type RulesSurvey } from './check.ts'
import { World } from './world.ts'
import { listenHere } from '../../listen.ts'

/** The size of a run. */
export interface RulesOptions {
  accounts: number
  /** How many rules each account has that stay as they are. Others come and go. */
  rules: number
  kills: number
  seed: number
  /** How long clients write and kills come. */
  seconds: number
  /** How many times as fast as the machine's clock the service's runs. */
  speed: number
}

/** The result of a run. */
export interface RulesReport {
  seed: number
  seconds: number
  speed: number
  kills: number
  accounts: number
  rules: number
  asked: Record<string, number>
  /** Runs in the logs by outcome. */
  runs: Record<string, number>
  /** In the machine's time. */
  runs_per_minute: number
  /** How many rules were due on average in each minute of the service's clock. */
  rules_due_per_minute: number
  /** How much rules have dropped because a client changed them before they had done it. */
  dropped: number
  tasks: number
  fired: number
  /** How many events came again, after a kill before their answer was noted. */
  repeated: number
  problems: string[]
}

/**
 * How much longer than others a rule may take, by the service's clock: a lease that was left by a kill lasts two minutes at most
 * (docs/concepts/rules.md), and the next one may be left, too.
 */
const slackMs = 2 * 2 * 60_000
/** The pause of a client between two requests, in ms: up to this for each account, so that more accounts are no more requests. */
const pauseMs = 750
/**
 * How long a busy machine may bring nothing more of what is left in the end, in ms of its own clock: what is late comes, what is
 * lost does not.
 */
const drainMs = 180_000

/** The members of an event that are looked at. */
interface EventBody {
  type: string
  data: { rule: { id: string }; occurrence?: { at: string }; task?: { id: string } }
}

/** A receiver that outlives the service. */
async function startReceiver() {
  const fired: Fired[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { type, data } = JSON.parse(body) as EventBody // only the service sends here
      const id = String(request.headers['webhook-id'])
      fired.push({ id, type, ruleId: data.rule.id, at: data.occurrence?.at ?? '', taskId: data.task?.id })
      response.writeHead(204).end()
    })
  })
  const url = `http://${await listenHere(server)}/`
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url, fired, close }
}

/** Kills at times that depend on the seed, by the machine's clock. */
async function killInTurn(
  stage: Stage,
  { seed, kills, seconds }: RulesOptions,
  progress: (line: string) => void,
) {
  const dice = new Dice(seed)
  const problems: string[] = []
  const beganMs = performance.now()
  for (let number = 0; number < kills; number++) {
    const atMs = beganMs + ((number + 0.25 + dice.next() / 2) * seconds * 1_000) / kills
    if (performance.now() < atMs) await sleep(atMs - performance.now())
    const problem = await stage.kill()
    if (problem !== undefined) problems.push(problem)
    progress(`kill ${number + 1} of ${kills}`)
  }
  return problems
}

/** Reads what an account shows. */
async function survey(
  world: World,
  stage: Stage,
  fired: readonly Fired[],
  times: Pick<RulesSurvey, 'endMs' | 'slackMs'>,
): Promise<RulesSurvey> {
  const { baseUrl } = await stage.address()
  const address = { baseUrl, token: world.token }
  const all = <T>(path: string, name: string) =>
    readAll(address, path, (page) => (page as Record<string, unknown>)[name] as T[]) // as the contract says
  const rules = (await (
    await fetch(`${baseUrl}/rules`, { headers: { Authorization: `Bearer ${world.token}` } })
  ).json()) as { rules: Rule[] }
  const logs = new Map<string, Run[]>()
  for (const { id } of rules.rules) logs.set(id, await all<Run>(`/rules/${id}/runs`, 'runs'))
  const tasks = await all<Task>(`/projects/${world.projectId}/tasks`, 'tasks')
  const ids = new Set(world.rules.map(({ id }) => id))
  const own = fired.filter(({ ruleId }) => ids.has(ruleId))
  return {
    known: world.rules,
    tasksAsked: world.tasks,
    rules: rules.rules,
    logs,
    tasks,
    fired: own,
    ...times,
  }
}

/** Waits for what rules and webhooks have left to do. Returns what each account shows. */
async function surveyAll(
  worlds: readonly World[],
  stage: Stage,
  fired: readonly Fired[],
  times: Pick<RulesSurvey, 'endMs' | 'slackMs'>,
  progress: (line: string) => void,
) {
  let [deadlineMs, fewest] = [0, Infinity]
  for (;;) {
    const beganMs = performance.now()
    const surveys: RulesSurvey[] = []
    for (const world of worlds) surveys.push(await survey(world, stage, fired, times))
    const checks = surveys.map(checkRules)
    const problems = checks.flatMap((check) => check.problems)
    if (problems.length < fewest) {
      fewest = problems.length
      deadlineMs = performance.now() + drainMs
      progress(`${fewest} problems are left`)
    }
    if (problems.length === 0 || performance.now() > deadlineMs)
      return { surveys, problems, dropped: checks.reduce((sum, check) => sum + check.dropped, 0) }
    // rules run after requests, so these must not come all the time
    await sleep(Math.max(5_000, performance.now() - beganMs))
  }
}

const countBy = (names: readonly string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, { length }]) => [name, length]))

/**
 * Lets rules run under kills, on a clock that is faster than the machine's, while clients make, change, pause and delete rules,
 * and tasks with dates. Then compares the logs, the tasks and what a receiver of webhooks got.
 */
export async function runRulesChaos(
  options: RulesOptions,
  progress: (line: string) => void,
): Promise<RulesReport> {
  const { seed, speed, seconds, accounts } = options
  const clock = new MovedClock(newTempFolder(), speed)
  const receiver = await startReceiver()
  const stage = await Stage.open(undefined, { ...clock.variables, TABLE_NAME: 'tasks' })
  try {
    await useEngineOf(stage.dataDir)
    const worlds: World[] = []
    for (let account = 0; account < accounts; account++) {
      const dice = new Dice(seed * 1_000 + account)
      const parts = { stage, clock, dice, name: (account + 10).toString(36) } // from a on
      const world = await World.open(parts, receiver.url)
      const types = ['date', 'event', 'date', 'event', 'date', 'event'] as const
      for (let rule = 0; rule < options.rules; rule++) await world.createRule(types[rule] ?? 'schedule')
      worlds.push(world)
    }
    progress(`${accounts} accounts with ${options.rules} rules each`)
    const beganMs = clock.nowMs()
    const overMs = performance.now() + seconds * 1_000
    const write = async (world: World, account: number) => {
      const dice = new Dice(seed * 1_000 + 500 + account)
      const steady = world.rules.length
      while (performance.now() < overMs) {
        await world.step(steady).catch(() => undefined) // no answer: the service was killed
        await sleep(dice.next() * pauseMs * accounts)
      }
    }
    const [problems] = await Promise.all([killInTurn(stage, options, progress), ...worlds.map(write)])
    const endMs = clock.nowMs()
    progress('waiting for what is due')
    await sleep(slackMs / speed)
    clock.set(0, 1) // so that hardly anything becomes due meanwhile
    progress('comparing')
    const times = { endMs, slackMs }
    const {
      surveys,
      problems: found,
      dropped,
    } = await surveyAll(worlds, stage, receiver.fired, times, progress)
    const runs = surveys.flatMap(({ logs }) => [...logs.values()].flat())
    const isInTime = ({ due_at }: Run) => Date.parse(due_at) <= endMs && Date.parse(due_at) >= beganMs
    const dueIn = surveys.flatMap(({ logs }) =>
      [...logs].flatMap(([rule, log]) =>
        log.filter(isInTime).map(({ due_at }) => `${rule} ${due_at.slice(0, 16)}`),
      ),
    )
    const asked = worlds.flatMap((world) => Object.entries(world.asked))
    return {
      ...{ seed, seconds, speed, kills: stage.kills, accounts },
      rules: worlds.reduce((sum, world) => sum + world.rules.length, 0),
      asked: Object.fromEntries(
        [...Map.groupBy(asked, ([kind]) => kind)].map(([kind, all]) => [
          kind,
          all.reduce((sum, [, count]) => sum + count, 0),
        ]),
      ),
      runs: countBy(runs.map(({ outcome }) => outcome ?? 'running')),
      runs_per_minute: Math.round(runs.filter(isInTime).length / (seconds / 60)),
      rules_due_per_minute: Math.round(new Set(dueIn).size / ((endMs - beganMs) / 60_000)),
      dropped,
      tasks: surveys.reduce((sum, { tasks }) => sum + tasks.length, 0),
      fired: new Set(receiver.fired.map(({ id }) => id)).size,
      repeated: receiver.fired.length - new Set(receiver.fired.map(({ id }) => id)).size,
      problems: [...problems, ...worlds.flatMap((world) => world.problems), ...found],
    }
  } finally {
    receiver.close()
    await stage.close()
  }
}
