import { useQuery, useQueryClient } from '@tanstack/preact-query'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { maxCommentCharacters } from '../../../lib/contract/limits.ts'
import { commentsOf } from '../../../client/src/comments.ts'
import { isTasksApiError, type Comment, type Task, type TasksClient } from '../../../client/src/index.ts'
import { useApi, useMay } from '../data/api.ts'
import { beatOf } from '../data/connection.ts'
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
import { useId } from '../ui/use-id.ts'
import { useLock } from '../ui/use-lock.ts'

const keyOf = (taskId: string) => ['comments', taskId] as const

type Http = TasksClient['http']

async function readComments(http: Http, taskId: string, signal?: AbortSignal): Promise<Comment[]> {
  const comments: Comment[] = []
  for await (const comment of commentsOf(http).list(taskId, { limit: 100, signal })) comments.push(comment)
  return comments
}

/** All comments of a task, oldest first. They are read again as often as cards are that others change. */
export function useComments(taskId: string) {
  const { client } = useApi()
  return useQuery({
    queryKey: keyOf(taskId),
    queryFn: ({ signal }) => readComments(client.http, taskId, signal),
    refetchInterval: beatOf(3_000),
  })
}

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
      await cache.invalidateQueries({ queryKey: keyOf(task.id) })
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
      await cache.invalidateQueries({ queryKey: keyOf(task.id) })
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
      <TextArea name="New comment" text={text} onText={setText} />
      <Problem text={problem} />
      <button type="submit">Add comment</button>
    </form>
  )
}

interface TextAreaProps {
  name: string
  text: string
  onText: (text: string) => void
}

/** The text of a comment in a form. Ctrl+Enter submits it. */
function TextArea({ name, text, onText }: TextAreaProps) {
  const id = useId()
  const tooLong = tooLongText(text, maxCommentCharacters)
  return (
    <>
      <label class="field">
        <span>{name}</span>
        <textarea
          data-noted
          rows={2}
          dir="auto"
          value={text}
          aria-invalid={tooLong !== undefined}
          aria-describedby={tooLong === undefined ? undefined : id}
          onInput={({ currentTarget }) => {
            onText(currentTarget.value)
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
              event.preventDefault()
              event.currentTarget.form?.requestSubmit()
            }
          }}
        />
      </label>
      {tooLong !== undefined && (
        <p id={id} class="too-long">
          {tooLong}
        </p>
      )}
    </>
  )
}

/** What is wrong when others have changed the comment since. */
const changedSince = 'Somebody has changed the comment meanwhile.'

/**
 * Replaces the text of a comment, if it still is `from`. The list tells no versions. So the first try takes the comment for
 * unchanged since it was added; if it is not, the refusal names the version, and the list, which is read after that, its text.
 * @returns the text that it has instead; undefined if it is replaced
 */
async function replaceText(
  http: Http,
  { id, task_id }: Comment,
  { from, to }: { from: string; to: string },
): Promise<string | undefined> {
  const write = (ifMatch: string) => commentsOf(http).update(id, { text: to }, { ifMatch })
  try {
    await write('"1"')
  } catch (error) {
    if (!isTasksApiError(error, 'precondition_failed') || error.etag === undefined) throw error
    const now = await readComments(http, task_id)
    const { text = '' } = now.find((one) => one.id === id) ?? {}
    if (text === to) return undefined // by a try whose answer was lost
    if (text !== from) return text
    await write(error.etag)
  }
  return undefined
}

/** Edits that were begun in this page, with the text that each replaces, by the id of their comment: they outlive its dialog. */
const edits = new Map<string, { began: string; text: string }>()

/** What is typed in place of a comment's text, as a hook. */
function useEdit(id: string, name: string, current: string, onClose: () => void) {
  const [began] = useState(edits.get(id)?.began ?? current)
  const [text, setText] = useState(edits.get(id)?.text ?? current)
  const isHalf = text !== began
  const key = `comment ${id}`
  useUnloadGuard(isHalf)
  useLayoutEffect(() => {
    if (isHalf) edits.set(id, { began, text })
    else edits.delete(id)
    noteUnsaved(key, isHalf ? [{ name, text }] : [])
  }, [id, key, name, began, text, isHalf])
  const close = () => {
    edits.delete(id)
    noteUnsaved(key, [])
    onClose()
  }
  return { began, text, setText, close }
}

interface EditCommentProps {
  comment: Comment
  /** What its list calls it. */
  name: string
  onClose: () => void
}

/** Changes the text of a comment. What others write meanwhile is shown before it is replaced. */
function EditComment({ comment, name, onClose }: EditCommentProps) {
  const { id, task_id, text: current } = comment
  const { client } = useApi()
  const cache = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const { began, text, setText, close } = useEdit(id, name, current, onClose)
  /** The text that the person knows of, and replaces. */
  const [known, setKnown] = useState(began)
  const [problem, setProblem] = useState('')
  const lock = useLock()
  useLayoutEffect(() => {
    form.current?.querySelector('textarea')?.focus()
  }, [])
  const reload = () => cache.invalidateQueries({ queryKey: keyOf(task_id) })
  const takeBack = async () => {
    try {
      const isBack = (await replaceText(client.http, comment, { from: text, to: known })) === undefined
      if (!isBack) showAlert(`The comment stays as it is. ${changedSince}`)
      await reload()
      return isBack
    } catch (error) {
      showAlert(`The comment stays as it is. ${explain(error)}`)
      return false
    }
  }
  const tell = (other: string) => {
    setKnown(other)
    setProblem(`The comment is not saved. ${changedSince} Save again to replace its text.`)
  }
  const save = async () => {
    setProblem('')
    try {
      const other = await replaceText(client.http, comment, { from: known, to: text })
      if (other === undefined) noteStep('Changed a comment.', takeBack)
      await reload()
      if (other === undefined) close()
      else tell(other)
    } catch (error) {
      setProblem(`The comment is not saved. ${explain(error)}`)
    } finally {
      lock.free()
    }
  }
  return (
    <form
      ref={form}
      class="new-comment"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() === '') setProblem('Write something first.')
        else if (current !== known) tell(current)
        else if (text === current) close()
        else if (tooLongText(text, maxCommentCharacters) === undefined && lock.take()) void save()
      }}
      onKeyDown={(event) => {
        // what was typed outlives the dialog
        if (event.key !== 'Escape' || text !== began) return
        event.preventDefault() // the dialog stays open
        event.stopPropagation()
        close()
      }}
    >
      <TextArea name={name} text={text} onText={setText} />
      {current !== began && (
        <div role="status">
          <p>{changedSince} Its text is now:</p>
          <RenderedView.View text={current} />
        </div>
      )}
      <Problem text={problem} />
      <div class="actions">
        <button type="submit">Save</button>
        <button type="button" onClick={close}>
          Cancel
        </button>
      </div>
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
  const [isEditing, setEditing] = useState(edits.has(comment.id))
  const editButton = useRef<HTMLButtonElement>(null)
  const { id, task_id, text, author, created_at, updated_at } = comment
  const attempt = useAttempt({
    about: `comment ${id}`,
    explain,
    after: () => void cache.invalidateQueries({ queryKey: keyOf(task_id) }),
  })
  const remove = () =>
    attempt(async () => {
      await commentsOf(client.http).delete(id)
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
