import { useQuery, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { rulesOf } from '../../../client/src/rules.ts'
import { dataOf } from '../../../client/src/http.ts'
import { keys, useApi } from '../data/api.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { showToast } from '../ui/messages.ts'
import { Choice, Text } from '../ui/setting-fields.tsx'
import { noteStep } from '../ui/undo.ts'
import { useLock } from '../ui/use-lock.ts'
import { useSettled } from '../ui/use-settled.ts'
import { requestOf, type Rule, type Run } from './requests.ts'
import { actionText, type Names } from './sentence.ts'
import { effectOf, explainRule, tried } from './words.ts'

interface RunDialogProps {
  rule: Rule
  names: Names
  onClose: () => void
}

/** Says what a rule would do now, for the task that a date or an event needs, and does it. */
export function RunDialog({ rule, names, onClose }: RunDialogProps) {
  const cache = useQueryClient()
  const { client } = useApi()
  const needsTask = rule.trigger.type !== 'schedule'
  const [taskId, setTaskId] = useState<string>()
  const [isRunning, setRunning] = useState(false)
  const [problem, setProblem] = useState('')
  const lock = useLock()
  const ofTask = taskId === undefined ? {} : { taskId }
  const isChosen = !needsTask || taskId !== undefined
  const trial = useQuery({
    queryKey: keys.triedRun(rule.id, taskId ?? ''),
    enabled: isChosen && !isRunning,
    retry: false,
    gcTime: 0,
    queryFn: async ({ signal }) =>
      (await rulesOf(client.http).run(rule.id, ofTask, { dryRun: true, signal })).wouldBe,
  })
  const run = async () => {
    setRunning(true)
    setProblem('')
    try {
      const { run: done } = await rulesOf(client.http).run(rule.id, ofTask)
      noteStep(`Ran “${rule.label}”: what it did does not come back.`)
      showToast(saidOf(done))
      void cache.invalidateQueries({ queryKey: keys.rule(rule.id) })
      onClose()
    } catch (error) {
      setProblem(explainRule(error))
      setRunning(false)
    } finally {
      lock.free()
    }
  }
  return (
    <FormDialog
      title="Run now"
      problem={problem}
      action="Run now"
      isPending={isRunning}
      onSubmit={() => {
        if (!isChosen) setProblem('Choose the task that it runs for.')
        else if (lock.take()) void run()
      }}
      onClose={onClose}
    >
      <p dir="auto">The rule runs once, whatever its time: {actionText(requestOf(rule).action, names)}.</p>
      {needsTask && <ChooseTask projectId={rule.project_id} value={taskId} onChoose={setTaskId} />}
      <p role="status" class="notice">
        {!isChosen && 'Choose a task to see what it would do.'}
        {isChosen && !isRunning && trial.isLoading && 'Looking what it would do…'}
        {isChosen && trial.data && tried(rule, trial.data)}
        {isChosen && trial.error && `It would fail. ${explainRule(trial.error)}`}
        {isRunning && !trial.data && 'Running…'}
      </p>
    </FormDialog>
  )
}

/** What a run has done, as a message. */
function saidOf(run: Run): string {
  if (run.outcome === 'failed') return `The run failed. ${run.error?.message ?? ''}`
  if (run.outcome === 'skipped') return `It did nothing. ${run.reason ?? ''}`
  if (run.outcome === null) return 'It runs. The log shows how it goes on.'
  return `Done: it ${effectOf(run) ?? 'had nothing to change'}.`
}

/** As many tasks as are offered. */
const mostTasks = 20

interface ChooseTaskProps {
  projectId: string
  value: string | undefined
  onChoose: (taskId: string | undefined) => void
}

/** Finds a task of the project by a text. */
function ChooseTask({ projectId, value, onChoose }: ChooseTaskProps) {
  const { client } = useApi()
  const [text, setText] = useState('')
  const asked = useSettled(text.trim(), 300)
  const { data: tasks = [] } = useQuery({
    queryKey: keys.tasksToRun(projectId, asked),
    queryFn: async ({ signal }) => {
      const query = { limit: mostTasks, ...(asked !== '' && { q: asked }) }
      const params = { path: { projectId }, query }
      return (await dataOf(client.http.GET('/projects/{projectId}/tasks', { params, signal }), 'tasks')).tasks
    },
  })
  return (
    <div class="place-fields">
      <Text name="Find a task" value={text} onEdit={setText} />
      <Choice
        name="Task"
        value={value ?? ''}
        options={[{ id: '', label: tasks.length === 0 ? 'None is found' : 'Choose' }, ...tasks]}
        onEdit={(id) => {
          onChoose(id === '' ? undefined : id)
        }}
      />
    </div>
  )
}
