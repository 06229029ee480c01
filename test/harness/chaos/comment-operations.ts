import { anyTask, type Builder } from './choice.ts'
import type { Operation } from './history.ts'

const textOf = (mark: string) => `Comment ${mark}`

const create: Builder = (choice) => {
  const seen = anyTask(choice)
  if (!seen) return undefined
  const { mark } = choice
  const text = textOf(mark)
  return {
    ...{ kind: 'comment', method: 'POST', path: `/tasks/${seen.task.id}/comments`, body: { text }, mark },
    onTask: seen.task.id,
    writes: [
      { of: mark, field: 'text', value: text },
      { of: mark, field: 'deleted', value: false },
    ],
  }
}

/** A comment that can be sent again: with an Idempotency-Key, an external id beside it, or an id of its own. */
const createOnce: Builder = (choice) => {
  const operation = create(choice)
  if (!operation) return undefined
  const { dice, mark, scene } = choice
  const by = dice.pick(['key', 'both', 'id'])
  const more = by === 'id' ? { id: idOf(mark) } : by === 'both' ? { externalId: `Comment ${mark}` } : {}
  const once: Operation = {
    ...operation,
    body: { ...operation.body, ...more },
    ...(by !== 'id' && { headers: { 'Idempotency-Key': `Comment ${mark}` } }),
  }
  scene.repeatableComments.push(once)
  return once
}

/** A UUID that only one mark has. */
const idOf = (mark: string) => `00000000-0000-4000-8000-${mark.slice(1).padStart(12, '0')}`

const createAgain: Builder = ({ dice, scene }) => dice.pick(scene.repeatableComments.slice(-5))

const change: Builder = ({ dice, scene, mark }) => {
  const comment = dice.pick([...scene.comments.values()])
  const text = `Changed ${mark}`
  return (
    comment && {
      ...{ kind: 'change-comment', method: 'PATCH', path: `/comments/${comment.id}`, body: { text } },
      commentId: comment.id,
      writes: [{ of: comment.id, field: 'text', value: text }],
    }
  )
}

const remove: Builder = ({ dice, scene }) => {
  const comment = dice.pick([...scene.comments.values()])
  return (
    comment && {
      ...{ kind: 'delete-comment', method: 'DELETE', path: `/comments/${comment.id}` },
      commentId: comment.id,
      writes: [{ of: comment.id, field: 'deleted', value: true }],
    }
  )
}

export const commentOperations: Record<string, [weight: number, build: Builder]> = {
  comment: [9, create],
  commentOnce: [5, createOnce],
  commentAgain: [4, createAgain],
  changeComment: [5, change],
  deleteComment: [3, remove],
}
