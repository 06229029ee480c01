import { isDated } from '../ui/field-value.ts'
import { emptyDraft, type RuleDraft } from './draft.ts'
import type { Names } from './sentence.ts'
import { anyTask, noLane } from './where.ts'

interface Template {
  id: string
  name: string
  /** What it is for. */
  hint: string
  draftOf: (names: Names) => Partial<RuleDraft>
}

const empty = emptyDraft()

/** By the account's first date. */
const byDate = ({ fields }: Names, date: Partial<RuleDraft['date']>): Partial<RuleDraft> => ({
  when: 'date',
  date: { ...empty.date, field: fields.find(isDated)?.key ?? '', ...date },
})

/** What a new rule can begin with. */
export const templates: readonly Template[] = [
  {
    id: 'weekly',
    name: 'A task every week',
    hint: 'Every Monday at 09:00',
    draftOf: () => ({ task: { ...empty.task, label: 'Weekly review' } }),
  },
  {
    id: 'monthly',
    name: 'A task on the last working day of each month',
    hint: 'At 16:00',
    draftOf: () => ({
      schedule: { ...empty.schedule, repeat: 'monthly', on: 'last-working' },
      time: '16:00',
      task: { ...empty.task, label: 'Monthly report {{date}}' },
    }),
  },
  {
    id: 'remind',
    name: 'A reminder before a task is due',
    hint: 'Webhooks hear of it a day before',
    draftOf: (names) => ({ ...byDate(names, {}), then: 'notify' }),
  },
  {
    id: 'overdue',
    name: 'Overdue tasks are marked',
    hint: 'The day after they were due, they move to a lane or get a value',
    draftOf: (names) => ({
      ...byDate(names, { side: 'after' }),
      time: '00:00',
      then: 'update',
      set: { ...empty.set, laneId: names.lanes.find(({ label }) => /overdue|late/i.test(label))?.id ?? '' },
    }),
  },
  {
    id: 'stale',
    name: 'What nobody touches is closed',
    hint: 'Each night, tasks that have not changed for 30 days are done',
    draftOf: () => ({
      schedule: { ...empty.schedule, repeat: 'daily' },
      time: '03:00',
      where: { ...anyTask, statuses: [0, 1], idleDays: '30' },
      then: 'update',
      set: { ...empty.set, status: '2' },
    }),
  },
  {
    id: 'form',
    name: 'What a form made goes into a lane',
    hint: 'Each new task without a lane',
    draftOf: ({ lanes }) => ({
      when: 'event',
      where: { ...anyTask, laneId: noLane },
      then: 'update',
      set: { ...empty.set, laneId: lanes[0]?.id ?? '' },
    }),
  },
]

/** What a new rule begins with; with an unknown template, from scratch. */
export const draftFrom = (id: string, names: Names): RuleDraft => ({
  ...emptyDraft(),
  ...templates.find((template) => template.id === id)?.draftOf(names),
})
