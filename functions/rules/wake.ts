import { declareTriggered } from '../../lib/contract/triggered.ts'
import { triggered } from '../../lib/http/invocation/triggered.ts'
import { wakeDueRules } from '../../lib/rules/wake.ts'

/** Wakes the rules that are due, or become so within a minute. */
export const declaration = declareTriggered({
  id: 'rules.wake',
  trigger: 'schedule',
  everyMinutes: 1,
  access: ['Query:list'],
  sends: ['rules.run'],
})

export const handler = triggered(declaration, async (storage) => {
  await wakeDueRules(storage, Date.now())
  return undefined
})
