import type { Problems } from './words.ts'

/** Says that something is wrong: what has no field, or that fields have a problem beside them. */
export function ProblemNote({ problems: { other, ...fields } }: { problems: Problems }) {
  const text = other ?? (Object.keys(fields).length > 0 ? 'Not saved: look at the marked fields.' : '')
  return (
    <div role="alert" class={text === '' ? undefined : 'alert'}>
      {text}
    </div>
  )
}
