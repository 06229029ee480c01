import type { Project, Task } from '../../../client/src/index.ts'
import type { Board } from './board.ts'
import type { Deed, Told } from './deed.ts'
import { isSameValue, type Line, type Sent, type Value } from './line.ts'
import type { Logged } from './outbox-log.ts'
import type { Person } from './person.ts'

/** What is known of one of the two. */
export interface End {
  person: Person
  line: Pick<Line, 'sent' | 'known'>
  shown: Board
  isNothingLeft: boolean
}

/** What the service has at the end. */
export interface Stored {
  board: Board
  tasks: readonly Task[]
  project: Project
}

/** How something ended that a page has kept. */
type Reason = 'sent' | 'there already' | 'replaced' | 'taken back' | 'told' | 'answered' | 'not made before'

/** How much later than an event another may be noticed that belongs to it. */
const lateMs = 3_000

const isText = ({ field }: Value) => field === 'label' || field === 'description'

/** A status, or a tick, may have changed just when it was pressed; a place is not told by its value. */
const isAnyValue = ({ field }: Value) => ['status', 'isCompleted', 'place'].includes(field)

const isAbout = (one: Value, other: Value): boolean =>
  one.subject === other.subject && one.field === other.field

/** Whether a request has set a value, in its time. */
const isSent = (sent: readonly Sent[], value: Value, { firstMs, goneMs = Infinity }: Logged): boolean =>
  sent.some(
    (one) =>
      (isSameValue(one, value) || (value.field === 'place' && isAbout(one, value))) &&
      one.atMs >= firstMs - lateMs &&
      one.atMs <= goneMs + lateMs,
  )

/** Whether it was so already, as far as the answers tell: then nothing needs to be sent. */
function wasThere(
  { subject, field, value }: Value,
  { goneMs = Infinity }: Logged,
  ends: readonly End[],
): boolean {
  const own = ends.flatMap(({ line }) => line.sent.filter((one) => isAbout(one, { subject, field, value })))
  const last = own
    .filter(({ atMs }) => atMs <= goneMs + lateMs)
    .sort((one, other) => one.atMs - other.atMs)
    .at(-1)
  if (field === 'place' || last?.value === value) return true
  const task = ends.flatMap(({ line }) => line.known.get(subject) ?? []).map((one) => one.task)
  const names: Record<string, keyof Task> = { workflowLaneId: 'workflow_lane_id', projectId: 'project_id' }
  return task.some((one) => ((one[names[field] ?? (field as keyof Task)] ?? '') as unknown) === value) // undefined else
}

const isToldOf = ({ text, hash, isAlert }: Told, names: readonly string[], isGroup: boolean): boolean =>
  isAlert &&
  (names.some((name) => `${text} ${hash}`.includes(name)) ||
    (isGroup && /tasks? (?:was|were|not)/.test(text)))

/** The names by which messages may call what a change is of. */
function namesOf({ entry: { change, task }, earlier }: Logged): string[] {
  const texts = [change.before, change.after].flatMap((state) =>
    typeof state === 'string'
      ? []
      : Object.entries(state).flatMap(([name, value]) => (name.endsWith('label') ? value : [])),
  )
  const all = [task.label, change.taskId, ...texts, ...earlier.map(({ value }) => value)]
  return all.filter((name): name is string => typeof name === 'string' && name !== '')
}

/** Looks how all that the page of a person has kept has ended. */
class Endings {
  readonly #end: End
  readonly #ends: readonly End[]
  readonly #all: readonly Logged[]
  readonly #reasons = new Map<Logged, Reason | undefined>()
  /** When the entries were gone that each undo has taken back. */
  readonly #taken = new Map<number, number>()

  constructor(end: End, ends: readonly End[]) {
    this.#end = end
    this.#ends = ends
    this.#all = end.person.outbox.all()
    const gone = this.#all.filter(({ goneMs }) => goneMs !== undefined)
    for (const one of gone.sort((a, b) => (a.goneMs ?? 0) - (b.goneMs ?? 0)))
      this.#reasons.set(one, this.#reasonOf(one))
  }

  all(): [Logged, Reason | undefined][] {
    return [...this.#reasons]
  }

  #reasonOf(one: Logged): Reason | undefined {
    const { sent } = this.#end.line
    const unsent = one.values.filter((value) => !isSent(sent, value, one))
    if (unsent.length === 0) return 'sent'
    if (unsent.every((value) => this.#isReplaced(one, value))) return 'replaced'
    if (this.#isTold(one)) return 'told'
    if (this.#isAnswered(one)) return 'answered'
    if (this.#isTakenBack(one)) return 'taken back'
    if (this.#isOfUnmade(one)) return 'not made before'
    return unsent.every((value) => wasThere(value, one, this.#ends)) ? 'there already' : undefined
  }

  /** Whether another has taken its place: with the same value, or what was typed after it. */
  #isReplaced(one: Logged, value: Value): boolean {
    const { firstMs, goneMs = Infinity } = one
    return this.#all.some(
      (next) =>
        next !== one &&
        next.firstMs >= firstMs &&
        next.firstMs <= goneMs + lateMs &&
        (next.goneMs ?? Infinity) > goneMs &&
        next.earlier.some((other) => isSameValue(other, value) || (isText(value) && isAbout(other, value))),
    )
  }

  /**
   * Whether it went with a press of the keys: each takes back at most what goes at one time. What is typed goes when it would
   * have its turn.
   */
  #isTakenBack({ firstMs, goneMs = Infinity, entry }: Logged): boolean {
    const sinceMs = entry.isTyped === true ? firstMs : goneMs - lateMs
    const pressedMs = this.#end.person.undos.findLast((atMs) => atMs <= goneMs && atMs >= sinceMs)
    if (pressedMs === undefined) return false
    const takenMs = this.#taken.get(pressedMs) ?? goneMs
    this.#taken.set(pressedMs, takenMs)
    return goneMs - takenMs < 300
  }

  #isTold(one: Logged): boolean {
    const { goneMs = Infinity, entry } = one
    // messages call a task by the label that it has then
    const labels = this.#ends.flatMap(({ line }) =>
      line.sent.flatMap(({ subject, field, value }) =>
        subject === entry.task.id && field === 'label' ? String(value) : [],
      ),
    )
    const names = [...namesOf(one), ...labels]
    return this.#end.person.told.some(
      (told) => Math.abs(told.atMs - goneMs) < lateMs && isToldOf(told, names, entry.group !== undefined),
    )
  }

  /** Whether the person has chosen what others have written. */
  #isAnswered({ goneMs = Infinity, values }: Logged): boolean {
    return this.#end.person.answers.some(
      ({ atMs, answer, text }) =>
        answer !== 'mine' &&
        Math.abs(goneMs - atMs) < lateMs &&
        values.some(
          ({ field, value }) => !isText({ subject: '', field, value }) || text.includes(String(value)),
        ),
    )
  }

  /** Whether it is of a new task that was not added, or takes back what was not made. */
  #isOfUnmade({ entry: { change } }: Logged): boolean {
    return [...this.#reasons].some(
      ([{ entry: other }, reason]) =>
        (reason === 'told' ||
          reason === 'answered' ||
          reason === 'taken back' ||
          reason === 'not made before') &&
        (other.change.id === change.id ||
          (other.change.before === 'none' && other.change.taskId === change.taskId)),
    )
  }
}

/** The deeds that a page has not kept, and of which it has said nothing, unless somebody has deleted before what they are of. */
function unkept({ person: { name, deeds, outbox, told } }: End, ends: readonly End[]): string[] {
  const sent = ends.flatMap(({ line }) => line.sent)
  const isGone = (deed: Deed) =>
    sent
      .filter((one) => one.subject === deed.subject && one.field === 'is there' && one.atMs < deed.atMs)
      .toSorted((one, other) => one.atMs - other.atMs)
      .at(-1)?.value === false
  const all = outbox.all()
  const isKept = (deed: Deed) =>
    all.some(
      ({ earlier, goneMs = Infinity }) =>
        goneMs >= deed.atMs - lateMs &&
        earlier.some(
          (value) =>
            value.field === deed.field &&
            (deed.subject === '' || value.subject === deed.subject) &&
            (isAnyValue(deed) || value.value === (deed.value ?? '')),
        ),
    )
  const isTold = (deed: Deed) =>
    told.some((one) => Math.abs(one.atMs - deed.atMs) < lateMs && isToldOf(one, deed.names, false))
  return deeds
    .filter((deed) => !isKept(deed) && !isTold(deed) && !isGone(deed))
    .map((deed) => `${name} has done in vain ${JSON.stringify(deed)}`)
}

/** The stored texts, and those that a request has set last. */
function wrongTexts(ends: readonly End[], { tasks }: Stored): string[] {
  const sent = ends.flatMap(({ line }) => line.sent)
  return tasks.flatMap(({ id, ...task }) =>
    (['label', 'description'] as const).flatMap((field) => {
      const own = sent.filter((one) => one.subject === id && one.field === field)
      const sure = own
        .filter(({ version }) => version !== undefined)
        .sort((one, other) => (one.version ?? 0) - (other.version ?? 0))
      const last = sure.at(-1)
      const stored = task[field] ?? ''
      if (!last || last.value === stored || own.some((one) => !one.isSure && one.value === stored)) return []
      return [`${id} has the ${field} “${stored}”, sent was ${JSON.stringify(own)}`]
    }),
  )
}

/** The texts that one of the two has overwritten unseen: neither shown before, nor asked about. */
function overwritten(ends: readonly End[]): string[] {
  const texts = ends
    .flatMap((end) => end.line.sent.map((sent) => ({ end, sent })))
    .filter(({ sent }) => isText(sent) && sent.version !== undefined)
    .sort((one, other) => (one.sent.version ?? 0) - (other.sent.version ?? 0))
  return texts.flatMap(({ end, sent }, index) => {
    const before = texts.slice(0, index).findLast((other) => isAbout(other.sent, sent))
    if (!before || before.end === end || before.sent.value === sent.value) return []
    const { person } = end
    const wasSeen = person.outbox.all().some(({ entry: { change }, earlier }) => {
      const names = [sent.field, `subtasks.${sent.subject}.${sent.field}`]
      const seen = Object.entries(change.before).find(([name]) => names.includes(name))?.[1]
      return earlier.some((value) => isSameValue(value, sent)) && (seen ?? '') === before.sent.value
    })
    const wasAsked = person.answers.some(
      ({ text }) => text.includes(String(before.sent.value)) && text.includes(String(sent.value)),
    )
    return wasSeen || wasAsked
      ? []
      : [`${person.name} has overwritten ${JSON.stringify(before.sent)} unasked with ${JSON.stringify(sent)}`]
  })
}

const count = (reasons: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const reason of reasons) counts[reason] = (counts[reason] ?? 0) + 1
  return counts
}

/** What is wrong at the end of a run, and how all has ended that the pages have kept. */
export function problemsOf(
  ends: readonly End[],
  stored: Stored,
): { problems: string[]; endings: Record<string, number> } {
  const endings = ends.map((end) => ({ end, all: new Endings(end, ends).all() }))
  const labels = stored.tasks.map(({ label }) => label)
  return {
    problems: [
      ...ends.flatMap(({ person: { name, faults }, shown, isNothingLeft }) => [
        ...faults,
        ...(isNothingLeft ? [] : [`${name} has changes that wait`]),
        ...(JSON.stringify(shown) === JSON.stringify(stored.board)
          ? []
          : [`${name} shows ${JSON.stringify(shown)}, stored is ${JSON.stringify(stored.board)}`]),
      ]),
      ...ends.flatMap((end) => unkept(end, ends)),
      ...endings.flatMap(({ end, all }) =>
        all.flatMap(([logged, reason]) =>
          reason === undefined ? [`${end.person.name} has lost ${JSON.stringify(logged)}`] : [],
        ),
      ),
      ...labels.filter((label, at) => labels.indexOf(label) < at).map((label) => `“${label}” is there twice`),
      ...wrongTexts(ends, stored),
      ...overwritten(ends),
    ],
    endings: count(endings.flatMap(({ all }) => all.map(([, reason]) => reason ?? 'lost'))),
  }
}
