import type { QueryClient } from '@tanstack/preact-query'
import type { TasksClient } from '../../../client/src/index.ts'
import type { Contest, Draft } from './draft.ts'
import type { Apply } from './queue.ts'

/** The message about the last write. */
export interface Notice {
  text: string
  isAlert: boolean
}

/** A choice that came too late, for the person to settle; `done` is the message for a successful write. */
export interface LateChoice extends Contest {
  done: string
}

/** `retrying`: it has failed, and is tried again by itself. `failed`: the service does not take it. */
export type Saving = 'idle' | 'saving' | 'retrying' | 'failed'

/** What a person is doing with one task. */
export interface EditorState {
  /** The texts, and the version that they are based on. */
  draft: Draft
  /** Writes under way, to be shown on top of what is stored. */
  pending: readonly Apply[]
  saving: Saving
  notice: Notice
  late: LateChoice | undefined
}

/** The service and the cache of a session. */
export interface EditorServices {
  /** It also answers after the session. */
  client: TasksClient
  cache: QueryClient
  /** Whether the session has ended: then nothing is shown any more, since the next one may be another person's. */
  isOver: () => boolean
}
