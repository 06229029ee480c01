import { AllOrSome, Check, Some, type Option } from '../ui/all-or-some.tsx'
import { isDated } from '../ui/field-value.ts'
import { hrefs } from '../ui/route.ts'
import { Choice, Problem, Text, textsOf } from '../ui/setting-fields.tsx'
import { unitNames, type RuleDraft, type TaskEvent, type Unit, type WatchedField } from './draft.ts'
import { Kept } from './kept.tsx'
import { optionsIn, type PartProps } from './parts.ts'
import {
  monthDayNames,
  monthNames,
  ordinalNames,
  repeatNames,
  weekdayNames,
  type MonthDay,
  type Repeat,
  type ScheduleDraft,
  type Weekday,
} from './schedule.ts'
import { eventNames, watchedNames } from './sentence.ts'
import { WhereFields } from './where-fields.tsx'
import { problemAt } from './words.ts'
import { useId } from '../ui/use-id.ts'

const whenNames = {
  schedule: 'On a schedule',
  date: 'By a date that a task has',
  event: 'When something happens to a task',
} as const

/** When a rule runs. */
export function TriggerFields(props: PartProps) {
  const { draft, onEdit } = props
  const { when, keptTrigger } = draft
  const kinds = [...(keptTrigger ? [{ id: 'kept', label: 'As it is' }] : []), ...optionsIn(whenNames)]
  return (
    <>
      <Choice
        name="It runs"
        value={when}
        options={kinds}
        onEdit={(kind) => {
          onEdit({ when: kind as RuleDraft['when'] }) // one of the options
        }}
      />
      {when === 'kept' && <Kept name="When it runs, as the API has it" value={keptTrigger} />}
      {when === 'schedule' && <ScheduleFields {...props} />}
      {when === 'date' && <DateFields {...props} />}
      {when === 'event' && <EventFields {...props} />}
    </>
  )
}

const zones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]

const Zone = ({ draft, problems, onEdit }: PartProps) => (
  <Text
    name="Time zone"
    hint="Such as Europe/Berlin. Summer time is heeded."
    offers={zones}
    {...textsOf(draft, onEdit)('timeZone')}
    problem={problemAt(problems, 'trigger.timeZone')}
  />
)

const catchUpNames = {
  last: 'runs once, for the latest missed time',
  all: 'runs for each missed time',
  none: 'does not run for missed times',
}

/** The noun of the interval of a schedule; undefined if it has none. */
const intervalNames: Partial<Record<Repeat, string>> = {
  daily: 'Every how many days',
  weekly: 'Every how many weeks',
  monthly: 'Every how many months',
  yearly: 'Every how many years',
}

function ScheduleFields(props: PartProps) {
  const { draft, problems, onEdit } = props
  const { schedule } = draft
  const edit = (changes: Partial<ScheduleDraft>) => {
    onEdit({ schedule: { ...schedule, ...changes } })
  }
  const text = textsOf(schedule, edit)
  const { repeat } = schedule
  const interval = intervalNames[repeat]
  return (
    <>
      <div class="place-fields">
        <Choice
          name="Repeats"
          value={repeat}
          options={optionsIn(repeatNames)}
          onEdit={(chosen) => {
            edit({ repeat: chosen as Repeat }) // one of the options
          }}
        />
        {interval !== undefined && <Text name={interval} type="number" {...text('interval')} />}
      </div>
      <DayFields schedule={schedule} onEdit={edit} problem={problemAt(problems, 'trigger.rrule')} />
      {repeat === 'once' ? (
        <Text
          name="At"
          type="datetime-local"
          hint="By your clock."
          {...text('once')}
          problem={problemAt(problems, 'trigger.at')}
        />
      ) : (
        <div class="place-fields">
          <Text
            name="At"
            type="time"
            {...textsOf(draft, onEdit)('time')}
            problem={problemAt(problems, 'trigger.start')}
          />
          <Text name="From" type="date" {...text('from')} />
        </div>
      )}
      <Zone {...props} />
      <Choice
        name="After an outage it"
        value={schedule.catchUp}
        options={optionsIn(catchUpNames)}
        onEdit={(catchUp) => {
          edit({ catchUp: catchUp as ScheduleDraft['catchUp'] }) // one of the options
        }}
      />
    </>
  )
}

/** On which days a schedule runs, as its repetition asks for it. */
function DayFields({ schedule, onEdit, problem }: MonthProps & { problem: string | undefined }) {
  const id = useId()
  const { repeat } = schedule
  if (repeat === 'own') {
    return (
      <Text
        name="RRULE"
        hint="Of RFC 5545, such as FREQ=HOURLY;BYMINUTE=0,30. It counts from the first day and the time."
        {...textsOf(schedule, onEdit)('rrule')}
        problem={problem}
      />
    )
  }
  return (
    <>
      {repeat === 'weekly' && (
        <fieldset class="check-group" aria-describedby={problem === undefined ? undefined : id}>
          <legend>Days</legend>
          <div class="facts">
            <Some
              options={optionsIn(weekdayNames)}
              chosen={schedule.weekdays}
              onChoose={(weekdays) => {
                onEdit({ weekdays })
              }}
            />
          </div>
        </fieldset>
      )}
      {repeat === 'monthly' && <MonthFields schedule={schedule} onEdit={onEdit} />}
      {repeat === 'yearly' && (
        <div class="place-fields">
          <Choice
            name="Month"
            value={schedule.month}
            options={monthNames.map((label, index) => ({ id: String(index + 1), label }))}
            onEdit={(month) => {
              onEdit({ month })
            }}
          />
          <DayOfMonth schedule={schedule} onEdit={onEdit} />
        </div>
      )}
      <Problem id={id} text={problem} />
    </>
  )
}

interface MonthProps {
  schedule: ScheduleDraft
  onEdit: (changes: Partial<ScheduleDraft>) => void
}

const DayOfMonth = ({ schedule, onEdit }: MonthProps) => (
  <Text
    name="Day of the month"
    type="number"
    {...(Number(schedule.day) > 28 && { hint: 'In a shorter month: its last day.' })}
    {...textsOf(schedule, onEdit)('day')}
  />
)

const MonthFields = ({ schedule, onEdit }: MonthProps) => (
  <div class="place-fields">
    <Choice
      name="On"
      value={schedule.on}
      options={optionsIn(monthDayNames)}
      onEdit={(on) => {
        onEdit({ on: on as MonthDay }) // one of the options
      }}
    />
    {schedule.on === 'day' && <DayOfMonth schedule={schedule} onEdit={onEdit} />}
    {schedule.on === 'weekday' && (
      <>
        <Choice
          name="Which"
          value={schedule.ordinal}
          options={optionsIn(ordinalNames)}
          onEdit={(ordinal) => {
            onEdit({ ordinal })
          }}
        />
        <Choice
          name="Weekday"
          value={schedule.weekday}
          options={optionsIn(weekdayNames)}
          onEdit={(weekday) => {
            onEdit({ weekday: weekday as Weekday }) // one of the options
          }}
        />
      </>
    )}
  </div>
)

const sideNames = { before: 'before it', at: 'when it comes', after: 'after it' }

function DateFields(props: PartProps) {
  const { draft, names, problems, onEdit } = props
  const { date } = draft
  const dated = names.fields.filter(isDated)
  const edit = (changes: Partial<RuleDraft['date']>) => {
    onEdit({ date: { ...date, ...changes } })
  }
  const hasTime = dated.find(({ key }) => key === date.field)?.type === 'datetime'
  return (
    <>
      <div class="field-with-hint">
        <Choice
          name="Field"
          value={date.field}
          options={[{ id: '', label: 'None' }, ...dated.map(({ key, label }) => ({ id: key, label }))]}
          problem={problemAt(problems, 'trigger.field')}
          onEdit={(field) => {
            edit({ field })
          }}
        />
        {dated.length === 0 && (
          <p class="muted">
            No field holds dates yet. <a href={hrefs.fields}>Add a due date</a>
          </p>
        )}
      </div>
      <div class="place-fields">
        {date.side !== 'at' && (
          <>
            <Text
              name="How long"
              type="number"
              {...textsOf(date, edit)('count')}
              problem={problemAt(problems, 'trigger.offset')}
            />
            <Choice
              name="Unit"
              value={date.unit}
              options={optionsIn(unitNames)}
              onEdit={(unit) => {
                edit({ unit: unit as Unit }) // one of the options
              }}
            />
          </>
        )}
        <Choice
          name="Before or after"
          value={date.side}
          options={optionsIn(sideNames)}
          onEdit={(side) => {
            edit({ side: side as RuleDraft['date']['side'] }) // one of the options
          }}
        />
        {!hasTime && (
          <Text
            name="At"
            type="time"
            {...textsOf(draft, onEdit)('time')}
            problem={problemAt(problems, 'trigger.timeOfDay')}
          />
        )}
      </div>
      <Zone {...props} />
      <Check
        label="Also at once for a date whose time has already passed when it is set"
        isChecked={date.late}
        onCheck={(late) => {
          edit({ late })
        }}
      />
      <WhereFields {...props} path="trigger.where" legend="Only for tasks that" />
    </>
  )
}

const sentences = (record: Record<TaskEvent, string>) =>
  optionsIn(record).map(({ id, label }) => ({ id, label: `It ${label}` }))

function EventFields(props: PartProps) {
  const { draft, names, problems, onEdit } = props
  const { event } = draft
  const edit = (changes: Partial<RuleDraft['event']>) => {
    onEdit({ event: { ...event, ...changes } })
  }
  const id = useId()
  const problem = problemAt(problems, 'trigger.events')
  const watched: Option<WatchedField>[] = [
    ...optionsIn(watchedNames),
    ...names.fields.map(({ key, label }) => ({ id: `fields.${key}` as const, label })),
  ]
  return (
    <>
      <fieldset class="check-group" aria-describedby={problem === undefined ? undefined : id}>
        <legend>What happens to a task</legend>
        <Some
          options={sentences(eventNames)}
          chosen={event.events}
          onChoose={(events) => {
            edit({ events })
          }}
        />
        <Problem id={id} text={problem} />
      </fieldset>
      <AllOrSome
        legend="Changed fields"
        all="A change of any field counts"
        options={watched}
        value={event.changed}
        problem={problemAt(problems, 'trigger.changed')}
        onEdit={(changed) => {
          edit({ changed })
        }}
      />
      <WhereFields {...props} path="trigger.where" legend="Only for tasks that then" />
    </>
  )
}
