import { useQueryClient } from '@tanstack/preact-query'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { maxCommentCharacters } from '../../../lib/contract/limits.ts'
import { commentsOf } from '../../../client/src/comments.ts'
import { isTasksApiError, type Comment, type TasksClient } from '../../../client/src/index.ts'
import { useApi } from '../data/api.ts'
import { RenderedView } from './markdown/rendered.tsx'
import { explain } from '../ui/explain.ts'
import { showAlert } from '../ui/messages.ts'
import { Problem } from '../ui/problem.tsx'
import { tooLongText } from '../ui/too-long.ts'
import { noteStep } from '../ui/undo.ts'
import { useUnloadGuard } from '../ui/unload-guard.ts'
import { noteUnsaved } from '../ui/unsaved.ts'
import { useAttempt } from '../ui/use-attempt.ts'
import { useLock } from '../ui/use-lock.ts'
import { CommentText } from './comment-text.tsx'
import { commentsKey, readComments } from './comments-query.ts'

/** What is wrong when others have changed the comment since. */
const changedSince = 'Somebody has changed the comment meanwhile.'

/**
 * Replaces the text of a comment, if it still is `from`. The list tells no versions. So the first try takes the comment for
 * unchanged since it was added; if it is not, the refusal names the version, and the list, which is read after that, its text.
 * @returns the text that it has instead; undefined if it is replaced
 */
async function replaceText(
  http: TasksClient['http'],
  { id, task_id }: Comment,
  { from, to }: { from: string; to: string },
): Promise<string | undefined> {
  const write = (ifMatch: string) => commentsOf(http).update(id, { text: to }, { ifMatch })
  try {
    await write('"1"')
  } catch (error) {
    if (!isTasksApiError(error, 'precondition_failed') || error.etag === undefined) throw error
    const now = await readComments(http, task_id)
    const found = now.find((one) => one.id === id)
    if (found?.text === to) return undefined // by a try whose answer was lost
    if (found && found.text !== from) return found.text
    // if others have deleted it meanwhile, the service says so
    await write(error.etag)
  }
  return undefined
}

/** A comment as it was when its edit began, and what is typed in its place. */
interface Edit {
  comment: Comment
  text: string
}

/** Edits that were begun in this page, by the id of their comment: they outlive its dialog. */
const edits = new Map<string, Edit>()

/** Whether something was typed in place of a comment. */
export const isBeingEdited = (commentId: string): boolean => edits.has(commentId)

/** Names an edit among all texts that are not saved. */
const keyOfEdit = (commentId: string) => `comment ${commentId}`

/** Forgets what was typed in place of a comment. */
export function forgetEdit(commentId: string): void {
  edits.delete(commentId)
  noteUnsaved(keyOfEdit(commentId), [])
}

/** What was typed in place of a task's comments that are not there any more. */
export const strayEdits = (taskId: string, comments: readonly Comment[]): Edit[] =>
  [...edits.values()].filter(
    ({ comment }) => comment.task_id === taskId && !comments.some(({ id }) => id === comment.id),
  )

/** What a person typed in place of a comment that others have deleted meanwhile: it can become a new comment. */
export function StrayEdit({ edit: { comment, text } }: { edit: Edit }) {
  const { client } = useApi()
  const cache = useQueryClient()
  const [isOpen, setOpen] = useState(true)
  const attempt = useAttempt({
    about: `text for ${comment.id}`,
    explain,
    after: () => void cache.invalidateQueries({ queryKey: commentsKey(comment.task_id) }),
  })
  const close = () => {
    forgetEdit(comment.id)
    setOpen(false)
  }
  const add = () =>
    attempt(async () => {
      await commentsOf(client.http).create(comment.task_id, { text })
      close()
    }, 'The comment is not added.')
  if (!isOpen) return null
  return (
    <li>
      <div class="log-facts">
        <p role="status">Somebody has deleted the comment that you were changing. This is your text:</p>
        <RenderedView.View text={text} />
      </div>
      <div class="actions">
        <button type="button" onClick={() => void add()}>
          Add as a new comment
        </button>
        <button type="button" onClick={close}>
          Discard
        </button>
      </div>
    </li>
  )
}

/** What is typed in place of a comment's text, as a hook. */
function useEdit(comment: Comment, name: string, onClose: () => void) {
  const { id } = comment
  const [first] = useState(edits.get(id)?.comment ?? comment)
  const { text: began } = first
  const [text, setText] = useState(edits.get(id)?.text ?? began)
  const isHalf = text !== began
  const key = keyOfEdit(id)
  useUnloadGuard(isHalf)
  useLayoutEffect(() => {
    if (isHalf) edits.set(id, { comment: first, text })
    else edits.delete(id)
    noteUnsaved(key, isHalf ? [{ name, text }] : [])
  }, [id, key, name, first, text, isHalf])
  const close = () => {
    forgetEdit(id)
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
export function EditComment({ comment, name, onClose }: EditCommentProps) {
  const { task_id, text: current } = comment
  const { client } = useApi()
  const cache = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const { began, text, setText, close } = useEdit(comment, name, onClose)
  /** The text that the person knows of, and replaces. */
  const [known, setKnown] = useState(began)
  const [problem, setProblem] = useState('')
  const lock = useLock()
  useLayoutEffect(() => {
    form.current?.querySelector('textarea')?.focus()
  }, [])
  const reload = () => cache.invalidateQueries({ queryKey: commentsKey(task_id) })
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
      <CommentText name={name} text={text} onText={setText} />
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
