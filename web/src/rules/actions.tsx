import { useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { rulesOf } from '../../../client/src/rules.ts'
import { keys, useApi } from '../data/api.ts'
import { putAnswer } from '../data/cache.ts'
import { ChangeButton } from '../ui/change.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { showToast } from '../ui/messages.ts'
import { goTo, hrefs } from '../ui/route.ts'
import { noteStep, noteWrite } from '../ui/undo.ts'
import { useAttempt } from '../ui/use-attempt.ts'
import type { Rule } from './requests.ts'
import { RunDialog } from './run-dialog.tsx'
import type { Names } from './sentence.ts'
import { explainRule } from './words.ts'

/** What can be done with a rule. */
export function Actions({ rule, names }: { rule: Rule; names: Names }) {
  const cache = useQueryClient()
  const { client } = useApi()
  const [asked, setAsked] = useState<'run' | 'delete'>()
  const ask = (what: typeof asked) => () => {
    setAsked(what)
  }
  const close = ask(undefined)
  const attempt = useAttempt({
    about: rule.id,
    explain: explainRule,
    after: () => void cache.invalidateQueries({ queryKey: keys.projectRules(rule.project_id) }),
  })
  const setStatus = (status: 'active' | 'paused') =>
    attempt(
      async () => {
        const { rule: changed } = await rulesOf(client.http).update(rule.id, { status })
        putAnswer(cache, keys.rule(rule.id), changed)
        showToast(
          status === 'paused'
            ? 'Paused. It does not run until you resume it.'
            : 'Resumed. It counts from now on.',
        )
      },
      status === 'paused' ? 'The rule was not paused.' : 'The rule was not resumed.',
    )
  const pause = () => setStatus('paused')
  const resume = () => setStatus('active')
  const change = () => {
    if (rule.status === 'active') noteWrite(`Paused “${rule.label}”.`, pause(), { undo: resume, redo: pause })
    // the service had disabled it: that does not come back
    else
      noteWrite(`Resumed “${rule.label}”.`, resume(), {
        undo: rule.status === 'paused' ? pause : undefined,
        redo: resume,
      })
  }
  const remove = () =>
    attempt(async () => {
      await rulesOf(client.http).delete(rule.id)
      noteStep(`Deleted the rule “${rule.label}” with its log.`)
      showToast(`Deleted “${rule.label}”.`)
      goTo(hrefs.rules(rule.project_id))
      cache.removeQueries({ queryKey: keys.rule(rule.id) })
    }, 'The rule was not deleted.')
  return (
    <div class="actions">
      <ChangeButton label="Run now" onClick={ask('run')} />
      <ChangeButton label={rule.status === 'active' ? 'Pause' : 'Resume'} onClick={change} />
      <ChangeButton
        label="Edit"
        onClick={() => {
          goTo(hrefs.editRule(rule.project_id, rule.id))
        }}
      />
      <button type="button" class="outlined-danger" onClick={ask('delete')}>
        Delete rule
      </button>
      {asked === 'run' && <RunDialog rule={rule} names={names} onClose={close} />}
      {asked === 'delete' && (
        <Confirm
          title={`Delete “${rule.label}”?`}
          text="It does not run any more, and its log can no longer be read. The tasks stay. This cannot be undone."
          action="Delete rule"
          onConfirm={() => void remove()}
          onClose={close}
        />
      )}
    </div>
  )
}
