import { useQueryClient } from '@tanstack/preact-query'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { maxCommentCharacters } from '../../../lib/contract/limits.ts'
import { commentsOf } from '../../../client/src/comments.ts'
import type { Comment, Task } from '../../../client/src/index.ts'
import { useApi, useMay } from '../data/api.ts'
import { RenderedView } from './markdown/rendered.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { explain } from '../ui/explain.ts'
import { showAlert } from '../ui/messages.ts'
import { Problem } from '../ui/problem.tsx'
import { Time, timeText } from '../ui/time.tsx'
import { tooLongText } from '../ui/too-long.ts'
import { noteStep } from '../ui/undo.ts'
import { useUnloadGuard } from '../ui/unload-guard.ts'
import { noteUnsaved } from '../ui/unsaved.ts'
import { useAttempt } from '../ui/use-attempt.ts'
import { useLock } from '../ui/use-lock.ts'
import { EditComment, forgetEdit, isBeingEdited } from './comment-edit.tsx'
import { CommentText } from './comment-text.tsx'
import { commentsKey } from './comments-query.ts'

/** Texts that were begun in this page, by the id of their task: they outlive its dialog. */
const begun = new Map<string, string>()

/** The text of a new comment, as a hook. */
function useDraft({ id, label }: Task) {
  const [text, setText] = useState(begun.get(id) ?? '')
  const isHalf = text.trim() !== ''
  useUnloadGuard(isHalf)
  // no later: the dialog can close before the page is painted
  useLayoutEffect(() => {
    begun.set(id, text)
    noteUnsaved(`new comment on ${id}`, isHalf ? [{ name: `New comment on “${label}”`, text }] : [])
  }, [id, label, text])
  return { text, setText, isHalf }
}

/** Writes a comment on a task. */
export function NewComment({ task }: { task: Task }) {
  const { client } = useApi()
  const cache = useQueryClient()
  const { text, setText, isHalf } = useDraft(task)
  const [problem, setProblem] = useState('')
  const lock = useLock()
  const tooLong = tooLongText(text, maxCommentCharacters)
  const takeBack = async (commentId: string) => {
    try {
      await commentsOf(client.http).delete(commentId)
      await cache.invalidateQueries({ queryKey: commentsKey(task.id) })
      return true
    } catch (error) {
      showAlert(`The comment is still there. ${explain(error)}`)
      return false
    }
  }
  const add = async () => {
    setProblem('')
    try {
      const { comment } = await commentsOf(client.http).create(task.id, { text })
      setText('')
      noteStep('Added a comment.', () => takeBack(comment.id))
      await cache.invalidateQueries({ queryKey: commentsKey(task.id) })
    } catch (error) {
      setProblem(`The comment is not added. ${explain(error)}`)
    } finally {
      lock.free()
    }
  }
  return (
    <form
      class="new-comment"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isHalf) setProblem('Write something first.')
        else if (tooLong === undefined && lock.take()) void add()
      }}
    >
      <CommentText name="New comment" text={text} onText={setText} />
      <Problem text={problem} />
      <button type="submit">Add comment</button>
    </form>
  )
}

interface CommentFactsProps {
  comment: Comment
  /** Its place in the list, from 1. */
  number: number
}

/** A comment: who wrote it, when, and what. Its writer and administrators can change and delete it. */
export function CommentFacts({ comment, number }: CommentFactsProps) {
  const { client, name } = useApi()
  const cache = useQueryClient()
  const mayWrite = useMay('write')
  const isAdmin = useMay('admin')
  const [isAsking, setAsking] = useState(false)
  const [isEditing, setEditing] = useState(isBeingEdited(comment.id))
  const editButton = useRef<HTMLButtonElement>(null)
  const { id, task_id, text, author, created_at, updated_at } = comment
  const attempt = useAttempt({
    about: `comment ${id}`,
    explain,
    after: () => void cache.invalidateQueries({ queryKey: commentsKey(task_id) }),
  })
  const remove = () =>
    attempt(async () => {
      await commentsOf(client.http).delete(id)
      forgetEdit(id)
      noteStep('Deleted a comment: it does not come back.')
    }, 'The comment is not deleted.')
  return (
    <>
      <div class="log-facts">
        <p>
          <bdi>{author.name}</bdi> commented. <Time at={created_at} hasSeconds />
          {updated_at !== created_at && <span class="muted"> Changed since.</span>}
        </p>
        {isEditing ? (
          <EditComment
            comment={comment}
            name={`Text of comment ${number}`}
            onClose={() => {
              setEditing(false)
              editButton.current?.focus()
            }}
          />
        ) : (
          <RenderedView.View text={text} />
        )}
      </div>
      {mayWrite && (isAdmin || author.name === name) && (
        <div class="actions">
          <button
            ref={editButton}
            type="button"
            aria-expanded={isEditing}
            aria-label={`Edit comment ${number}, ${timeText(created_at)}`}
            onClick={() => {
              setEditing(true)
            }}
          >
            Edit comment
          </button>
          <button
            type="button"
            aria-label={`Delete comment ${number}, ${timeText(created_at)}`}
            onClick={() => {
              setAsking(true)
            }}
          >
            Delete comment
          </button>
        </div>
      )}
      {isAsking && (
        <Confirm
          title="Delete this comment?"
          text="It does not come back."
          action="Delete"
          onConfirm={() => void remove()}
          onClose={() => {
            setAsking(false)
          }}
        />
      )}
    </>
  )
}
