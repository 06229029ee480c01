import { useQueryClient, type QueryClient } from '@tanstack/preact-query'
import { useEffect, useLayoutEffect, useMemo } from 'preact/hooks'
import type { TaskAnswer } from '../../../client/src/index.ts'
import { keys, useApi } from '../data/api.ts'
import { contestOf } from './draft.ts'
import { openEditor, type Editor } from './editor.ts'
import type { EditorServices } from './editor-state.ts'

/** The editors of each session by task. One that still has something to save is found when its task is opened again. */
const editors = new WeakMap<QueryClient, Map<string, Editor>>()

function editorOf(services: EditorServices, first: TaskAnswer): Editor {
  const ofSession = editors.get(services.cache) ?? new Map<string, Editor>()
  editors.set(services.cache, ofSession)
  for (const [taskId, editor] of ofSession) if (editor.isIdle()) ofSession.delete(taskId)
  const { id } = first.task
  const editor = ofSession.get(id) ?? openEditor(services, first)
  ofSession.set(id, editor)
  return editor
}

/** The editor of the task that a dialog shows, and what it shows. `current` is the newest known version. */
export function useEditor(current: TaskAnswer) {
  const { lasting: client, isOver } = useApi()
  const cache = useQueryClient()
  const { id } = current.task
  const editor = useMemo(() => editorOf({ client, cache, isOver }, current), [client, cache, isOver, id])
  useLayoutEffect(() => {
    editor.follow(current)
  }, [editor, current])
  useLayoutEffect(() => editor.show(), [editor])
  // after the effects above: what they set, as texts that an earlier session has left, is there before anything is drawn
  const state = editor.state.use()
  useEffect(() => {
    const saveIfHidden = () => {
      if (document.visibilityState === 'hidden') void editor.save()
    }
    document.addEventListener('visibilitychange', saveIfHidden)
    return () => {
      document.removeEventListener('visibilitychange', saveIfHidden)
    }
  }, [editor])

  // read from the cache, so that a write's answer appears in the same render in which its preview disappears
  const latest = cache.getQueryData<TaskAnswer>(keys.task(id)) ?? current
  return {
    editor,
    ...state,
    shown: state.pending.reduce((before, apply) => apply(before), latest.task),
    contest: contestOf(state.draft, latest),
  }
}
