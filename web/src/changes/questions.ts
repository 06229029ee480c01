import { signal } from '@preact/signals-core'
import { type Change, withoutFields } from './change.ts'
import type { Conflict, Field } from './merge.ts'
import { ChangedSince, GivenUp } from './refusals.ts'

/** A field that someone else has changed, too: what the person must choose. */
export interface Question {
  conflict: Conflict
  /** Answers it; `taken` are the fields in which the others' version counts, undefined: the person does not want to decide now. */
  answer: (taken?: readonly Field[]) => void
}

/** What the person must choose, oldest first. */
export const questions = signal<readonly Question[]>([])

/** Forgets all, when a session ends. */
export const forgetQuestions = (): void => {
  questions.value = []
}

const ask = (conflict: Conflict): Promise<readonly Field[] | undefined> =>
  new Promise((resolve) => {
    const question: Question = {
      conflict,
      answer: (taken) => {
        questions.value = questions.value.filter((other) => other !== question)
        resolve(taken)
      },
    }
    questions.value = [...questions.value, question]
  })

/**
 * What is left of a change after the person has decided.
 * @throws ChangedSince if the person does not want to decide now; GivenUp if nothing is left
 */
export async function decided(change: Change, conflict: Conflict): Promise<Change> {
  const taken = await ask(conflict)
  if (!taken) throw new ChangedSince(conflict.theirs)
  const left = withoutFields(change, taken, conflict.theirs)
  if (!left) throw new GivenUp()
  return left
}
