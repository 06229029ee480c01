import type { Problems } from './words.ts'

/** Says that something is wrong: a problem without a field, or that fields have problems beside them. */
export function ProblemNote({ problems: { other, ...fields } }: { problems: Problems }) {
  const text = other ?? (Object.keys(fields).length > 0 ? 'Not saved: look at the marked fields.' : '')
  return (
    <div role="alert" class={text === '' ? undefined : 'alert'}>
      {text}
    </div>
  )
}
