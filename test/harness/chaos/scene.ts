import type { Comment } from '../../../lib/comments/comment.ts'
import type { Project } from '../../../lib/projects/project.ts'
import type { Task } from '../../../lib/tasks/task.ts'
import type { Entry, Operation } from './history.ts'

/** A task as last seen by any client. */
export interface Seen {
  task: Task
  version: number
}

/** The clients' shared knowledge, possibly outdated: enough to choose meaningful requests. */
export class Scene {
  readonly projects = new Map<string, Project>()
  readonly tasks = new Map<string, Seen>()
  readonly trashed = new Map<string, Seen>()
  /** Creates with a key or an external id, to be sent again. */
  readonly repeatable: Operation[] = []
  readonly comments = new Map<string, Comment>()
  /** Creates of comments with a key, an id or an external id, to be sent again. */
  readonly repeatableComments: Operation[] = []

  #see(task: Task, version: number): void {
    const known = this.tasks.get(task.id) ?? this.trashed.get(task.id)
    if (known && known.version > version) return
    this.trashed.delete(task.id)
    this.tasks.set(task.id, { task, version })
  }

  #lose(taskId: string): void {
    const known = this.tasks.get(taskId)
    if (known) this.trashed.set(taskId, known)
    this.tasks.delete(taskId)
  }

  /** Learns from an answer. */
  learn({ kind, taskId, commentId, deletedProjectId, answer }: Entry): void {
    if (!answer) return
    const { status, task, version, project, replayed, comment } = answer
    if (comment) this.comments.set(comment.id, comment)
    if (kind === 'delete-comment' && status < 300) this.comments.delete(commentId ?? '')
    if (task && version !== undefined && !replayed) this.#see(task, version)
    if (project) this.projects.set(project.id, project)
    if (taskId !== undefined && ((kind === 'trash' && status < 300) || answer.code === 'task_not_found'))
      this.#lose(taskId)
    if (deletedProjectId !== undefined && status < 300) this.projects.delete(deletedProjectId)
  }
}
