import type { Schema } from './types.ts'

const status = '0 open, 1 in progress, 2 done'

/** What the fields of answers mean, by component and field. */
const answerFields: Record<string, Record<string, string>> = {
  Task: {
    label: '1–500 characters',
    status,
    workflow_lane_id: 'The lane in which it stands; null: none',
    position:
      'Its rank among the tasks of its project: they stand in the order of these texts, byte by byte, and of their ids where two moves at once made equal texts',
    description: 'At most 10,000 characters; null: none',
    subtasks: 'In their order, at most 100',
    external_id: 'Your own name for it; only where one was set',
  },
  TrashedTask: {
    status,
    deleted_at: 'When it was put into the trash',
    purge_at: 'When it is forgotten, 40 days after `deleted_at`',
  },
  Subtask: { label: '1–500 characters', is_completed: 'Whether it is done' },
  Project: {
    label: '1–500 characters',
    task_count: 'How many active tasks stand in it, those in the trash apart',
    task_quota: 'How many active tasks it may hold',
    workflow_lanes: 'In their order, at most 50',
  },
  Token: {
    scopes: 'What it may do',
    expires_at: 'When it ends by itself; null: never',
    rate_limit: 'How many requests it may send per minute; null: 0.4 of what its account may',
  },
}

/** What the fields of requests mean, by name. */
const requestFields: Record<string, string> = {
  projectId: 'The project',
  label: '1–500 characters once the blanks around it are cut off, at least one of them visible',
  name: '1–500 characters once the blanks around it are cut off, at least one of them visible',
  description: 'At most 10,000 characters; null: none',
  status,
  workflowLaneId: 'A lane of the project; null: none',
  externalId:
    'Your own name for the task, unique in the account, at most 255 characters, at least one of them visible',
  subtasks: 'At most 100, in their order',
  beforeTaskId: 'The task before which it goes: UUID, or ext: and an external id',
  afterTaskId: 'The task after which it goes: UUID, or ext: and an external id',
  to: 'An end of the project, or of the lane in which the task then stands',
  beforeSubtaskId: 'The subtask before which it goes',
  afterSubtaskId: 'The subtask after which it goes',
  beforeLaneId: 'The lane before which it goes',
  afterLaneId: 'The lane after which it goes',
  isCompleted: 'Whether it is done',
  scopes: 'What the token may do: at least one, none that your own token lacks',
  expiresAt: 'When the token ends, a second ahead at least, and no later than your own token; null: never',
  rateLimit:
    'How many requests the token may send per minute, at most as many as the account; null: 0.4 of what the account may',
}

function describe(schema: Schema, texts: Record<string, string>): void {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const text = texts[name]
    if (text !== undefined) field.description = text
    if (field.items) describe(field.items, texts)
  }
}

/** Writes the meaning of its fields into a component. */
export const describeComponent = (name: string, schema: Schema): void => {
  describe(schema, { ...(name === 'TrashedTask' && answerFields.Task), ...answerFields[name] })
}

/** Writes the meaning of its fields into the schema of a body. */
export const describeBody = (schema: Schema): void => {
  describe(schema, requestFields)
}
