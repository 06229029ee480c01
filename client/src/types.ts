import type { components, operations } from './schema.ts'

type Schemas = components['schemas']
export type Task = Schemas['Task']
export type TrashedTask = Schemas['TrashedTask']
export type Subtask = Schemas['Subtask']
export type Project = Schemas['Project']
export type Token = Schemas['Token']
export type Change = Schemas['Change']

type BodyOf<Id extends keyof operations> = operations[Id] extends {
  requestBody: { content: { 'application/json': infer Body } }
}
  ? Body
  : never

export type NewTask = BodyOf<'tasks.create'>
export type NewSubtask = BodyOf<'subtasks.create'>
export type TaskChanges = BodyOf<'tasks.update'>
export type TaskMove = BodyOf<'tasks.move'>
export type SubtaskChanges = BodyOf<'subtasks.update'>
export type LaneChanges = BodyOf<'lanes.update'>
export type NewToken = BodyOf<'tokens.create'>

/** Filters for the list of a project's tasks. */
export type TaskFilter = Omit<
  NonNullable<operations['projects.list-tasks']['parameters']['query']>,
  'limit' | 'cursor'
>

/** An answer with one task; `etag` is its version, for `ifMatch`. */
export interface TaskAnswer {
  task: Task
  etag: string
}
