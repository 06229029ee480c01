// Generated from docs/openapi.json by npm run docs:build. Do not edit.
export interface paths {
  '/tasks': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Create a task
     * @description Puts a task at the end of its project. With an `Idempotency-Key` a repeat makes no second task: it gets the answer of the first time, with `Idempotency-Replayed: true`, even if the task has changed since or lies in the trash. A key holds in its account for as long as the task is there. An `externalId` is unique in the account. The quota of the project is exact, also when many creates race.
     */
    post: operations['tasks.create']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/tasks/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Read a task
     * @description Reads what was last written. With `If-None-Match` the answer is 304 and empty while nothing has changed.
     */
    get: operations['tasks.get']
    put?: never
    post?: never
    /**
     * Delete a task
     * @description Puts the task into the trash, which keeps it for 40 days and then forgets it. It no longer counts against the quota. With `If-Match` it is done only if the task is still at that version; else the answer is 412 with the task as it is now, or with its ETag alone where the token lacks the scope read.
     */
    delete: operations['tasks.delete']
    options?: never
    head?: never
    /**
     * Change a task
     * @description Only the fields that are sent change; null clears the description, and takes the task out of its lane. Another `projectId` moves the task to the end of that project, and its place in the quota with it. With `If-Match` it is done only if the task is still at that version; else the answer is 412 with the task as it is now, or with its ETag alone where the token lacks the scope read.
     */
    patch: operations['tasks.update']
    trace?: never
  }
  '/tasks/{id}/move': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Move a task within its project
     * @description Takes exactly one of `beforeTaskId`, `afterTaskId` and `to`. The task stands beside every task that lists show at that moment; one that came there just before, and is not in the lists yet, may be on either side of it. With `workflowLaneId` it changes the lane as well. With `If-Match` it is done only if the task is still at that version; else the answer is 412 with the task as it is now, or with its ETag alone where the token lacks the scope read.
     */
    post: operations['tasks.move']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/tasks/{id}/restore': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Restore a task from the trash
     * @description Puts a deleted task back where it was, if its project is still there and has room. A task that is not in the trash stays as it is, so a repeat does no harm. With `If-Match` it is done only if the task is still at that version; else the answer is 412 with the task as it is now, or with its ETag alone where the token lacks the scope read.
     */
    post: operations['tasks.restore']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/projects/{projectId}/tasks': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List a project's tasks
     * @description In their order, by pages. Give `status` several times for several; `workflowLaneId` is the id of a lane, or `none` for tasks without one. A page of very large tasks ends early, before 4 MiB.
     */
    get: operations['projects.list-tasks']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/projects/{projectId}/trash': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List a project's deleted tasks
     * @description What was deleted last comes first. `purge_at` says when a task is forgotten.
     */
    get: operations['projects.list-trash']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/tasks/{id}/subtasks': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Add a subtask
     * @description Puts a subtask at the end and answers the whole task; `Location` has the subtask's path. A repeat adds another one. With `If-Match` it is done only if the task is still at that version; else the answer is 412 with the task as it is now, or with its ETag alone where the token lacks the scope read.
     */
    post: operations['subtasks.create']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/tasks/{id}/subtasks/{subtaskId}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /**
     * Delete a subtask
     * @description It is gone at once: subtasks have no trash. With `If-Match` it is done only if the task is still at that version; else the answer is 412 with the task as it is now, or with its ETag alone where the token lacks the scope read.
     */
    delete: operations['subtasks.delete']
    options?: never
    head?: never
    /**
     * Change or move a subtask
     * @description Only the fields that are sent change. At most one of `beforeSubtaskId` and `afterSubtaskId` moves it. With `If-Match` it is done only if the task is still at that version; else the answer is 412 with the task as it is now, or with its ETag alone where the token lacks the scope read.
     */
    patch: operations['subtasks.update']
    trace?: never
  }
  '/projects': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List projects
     * @description All projects of the account, by pages.
     */
    get: operations['projects.list']
    put?: never
    /**
     * Create a project
     * @description Its quota is 10,000 tasks until the operator sets another. A repeat makes another project.
     */
    post: operations['projects.create']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/projects/{projectId}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Read a project
     * @description With the exact number of its active tasks, its quota and its lanes.
     */
    get: operations['projects.get']
    put?: never
    post?: never
    /**
     * Delete a project
     * @description Only when it holds no active task. What lies in its trash can then no longer be restored. It is gone at once.
     */
    delete: operations['projects.delete']
    options?: never
    head?: never
    /**
     * Rename a project
     * @description Only the fields that are sent change.
     */
    patch: operations['projects.update']
    trace?: never
  }
  '/projects/{projectId}/lanes': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Add a lane
     * @description Puts a lane at the end and answers the whole project; `Location` has the lane's path. A repeat adds another one.
     */
    post: operations['lanes.create']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/projects/{projectId}/lanes/{laneId}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /**
     * Delete a lane
     * @description Its tasks stay, with no lane. Until the last of them has left it the lane is listed, but no other task can enter it; after a 503, a repeat goes on from there.
     */
    delete: operations['lanes.delete']
    options?: never
    head?: never
    /**
     * Rename or move a lane
     * @description Only the fields that are sent change. At most one of `beforeLaneId` and `afterLaneId` moves it.
     */
    patch: operations['lanes.update']
    trace?: never
  }
  '/changes': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List what has changed
     * @description Everything that has changed in the account behind the cursor, oldest first; without one, everything there is. Each task comes once, as it is now. While `has_more` is true, ask on at once; then store `next_cursor`, which is always there, and poll with it. What changed in the last ten seconds comes again with each poll, so that none is ever left out; `id` names each write for ever, so it tells a repeat from news. `origin` says how the last write came in, with which token and `Origin-Id`; it is null for a task that an earlier release wrote last. A program that also writes leaves out the echo of its own writes by `excludeOriginId` or `excludeSelf`. A cursor lasts 40 days. To begin with the lists instead, take a cursor `from=now` first, then read the lists: nothing between is missed.
     */
    get: operations['changes.list']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/forms': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List forms
     * @description All forms of the account, oldest first, without their URLs and secrets.
     */
    get: operations['forms.list']
    put?: never
    /**
     * Create a form
     * @description The `url` is in this answer and never again: whoever knows it may send. Also needs the scope write. An account has at most 50 forms.
     */
    post: operations['forms.create']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/forms/{formId}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Read a form
     * @description `held_count` says how many submissions wait for a replay. A form takes at most 1000 of them.
     */
    get: operations['forms.get']
    put?: never
    post?: never
    /**
     * Delete a form
     * @description Its URL stops working within a minute. Its submissions can no longer be read; the tasks stay.
     */
    delete: operations['forms.delete']
    options?: never
    head?: never
    /**
     * Change a form
     * @description Only the fields that are sent change; null takes a setting away. A change takes effect within a minute. Also needs the scope write.
     */
    patch: operations['forms.update']
    trace?: never
  }
  '/forms/{formId}/rotate-url': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Give a form a new URL
     * @description The URL before stays valid for `oldValidHours`, so that nothing is lost while you change it at the sender. With 0 it stops working within a minute. Also needs the scope write.
     */
    post: operations['forms.rotate-url']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/forms/{formId}/preview': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Try a mapping on a sample
     * @description Shows what the form reads of a sample and which task it would make; nothing is stored. `task` is null where it would make none: `warnings` say why.
     */
    post: operations['forms.preview']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/forms/{formId}/replay': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Replay held submissions
     * @description Maps up to 100 held submissions again, oldest first, with the settings of now, and makes their tasks. While `has_more` is true, call it again with `next_cursor` as `cursor`. No submission makes a second task. Also needs the scope write.
     */
    post: operations['forms.replay']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/hooks/{key}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Send a submission
     * @description Takes JSON, `application/x-www-form-urlencoded` and `multipart/form-data`, at most 64 KiB in UTF-8; a task gets the name and size of a file only. No token is needed: the key is in the path. 200 means that the submission is stored: it made a task, or it is held where that is not possible now. A repeat makes no second task. A browser gets a page, or goes to `redirect_url`. The answer never shows a task.
     */
    post: operations['hooks.receive']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/forms/{formId}/submissions': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List submissions
     * @description The submissions of a form, newest first, by pages, without their bodies. Also needs the scope read. A page may be short and still have a `next_cursor`.
     */
    get: operations['submissions.list']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/forms/{formId}/submissions/{submissionId}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Read a submission
     * @description With its body as it came. Also needs the scope read.
     */
    get: operations['submissions.get']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/forms/{formId}/submissions/{submissionId}/replay': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Replay a submission
     * @description Maps it again with the settings of now, and makes its task if it has none. No submission makes a second task. Also needs the scope write.
     */
    post: operations['submissions.replay']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/tokens': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List tokens
     * @description The live tokens of the account, at most 50, without their secrets.
     */
    get: operations['tokens.list']
    put?: never
    /**
     * Create a token
     * @description The secret is in this answer and nowhere else. No token can grant a scope that its maker lacks, or last longer than its maker: where that ends, `expiresAt` must be given and be no later. Without `expiresAt` a token lasts until it is revoked. It ends with a whole second.
     */
    post: operations['tokens.create']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/tokens/{tokenId}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /**
     * Revoke a token
     * @description It stops working within a minute; what makes or revokes tokens, at once. A token may revoke itself.
     */
    delete: operations['tokens.delete']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/tokens/self': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Read the token in use
     * @description What this token may do and when it ends, and the plan of its account. Any token may ask.
     */
    get: operations['tokens.self']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
}
export type webhooks = Record<string, never>
export interface components {
  schemas: {
    Task: {
      /**
       * Format: uuid
       * @description Its id
       */
      id: string
      /** @description 1–500 characters */
      label: string
      /**
       * @description 0 open, 1 in progress, 2 done
       * @enum {integer}
       */
      status: 0 | 1 | 2
      /**
       * Format: uuid
       * @description Its project
       */
      project_id: string
      /** @description The lane in which it stands; null: none */
      workflow_lane_id: string | null
      /** @description Its rank among the tasks of its project: they stand in the order of these texts, byte by byte, and of their ids where two moves at once made equal texts */
      position: string
      /** @description At most 10,000 characters; null: none */
      description: string | null
      /** @description In their order, at most 100 */
      subtasks: components['schemas']['Subtask'][]
      /** @description Your own name for it; only where one was set */
      external_id?: string
      /**
       * Format: date-time
       * @description When it was made
       */
      created_at: string
      /**
       * Format: date-time
       * @description When it last changed
       */
      updated_at: string
    }
    Subtask: {
      /**
       * Format: uuid
       * @description Its id
       */
      id: string
      /** @description 1–500 characters */
      label: string
      /** @description Whether it is done */
      is_completed: boolean
    }
    TrashedTask: {
      /**
       * Format: uuid
       * @description Its id
       */
      id: string
      /** @description 1–500 characters */
      label: string
      /**
       * @description 0 open, 1 in progress, 2 done
       * @enum {integer}
       */
      status: 0 | 1 | 2
      /**
       * Format: uuid
       * @description Its project
       */
      project_id: string
      /** @description The lane in which it stands; null: none */
      workflow_lane_id: string | null
      /** @description Its rank among the tasks of its project: they stand in the order of these texts, byte by byte, and of their ids where two moves at once made equal texts */
      position: string
      /** @description At most 10,000 characters; null: none */
      description: string | null
      /** @description In their order, at most 100 */
      subtasks: components['schemas']['Subtask'][]
      /** @description Your own name for it; only where one was set */
      external_id?: string
      /**
       * Format: date-time
       * @description When it was made
       */
      created_at: string
      /**
       * Format: date-time
       * @description When it last changed
       */
      updated_at: string
      /**
       * Format: date-time
       * @description When it was put into the trash
       */
      deleted_at: string
      /**
       * Format: date-time
       * @description When it is forgotten, 40 days after `deleted_at`
       */
      purge_at: string
    }
    Project: {
      /**
       * Format: uuid
       * @description Its id
       */
      id: string
      /** @description 1–500 characters */
      label: string
      /** @description How many active tasks stand in it, those in the trash apart */
      task_count: number
      /** @description How many active tasks it may hold */
      task_quota: number
      /** @description In their order, at most 50 */
      workflow_lanes: {
        /**
         * Format: uuid
         * @description Its id
         */
        id: string
        /** @description 1–500 characters */
        label: string
        /** @description How many active tasks stand in it, those in the trash apart */
        task_count: number
      }[]
      /**
       * Format: date-time
       * @description When it was made
       */
      created_at: string
      /**
       * Format: date-time
       * @description When it last changed
       */
      updated_at: string
    }
    Change:
      | {
          id: string
          version: number
          origin: {
            /** @enum {string} */
            via: 'api' | 'form' | 'import'
            token_id: string | null
            origin_id: string | null
          } | null
          /** @constant */
          type: 'updated'
          task: components['schemas']['Task']
        }
      | {
          id: string
          version: number
          origin: {
            /** @enum {string} */
            via: 'api' | 'form' | 'import'
            token_id: string | null
            origin_id: string | null
          } | null
          /** @constant */
          type: 'deleted'
          task: {
            /** Format: uuid */
            id: string
            /** Format: uuid */
            project_id: string
            external_id?: string
            /** Format: date-time */
            deleted_at: string
          }
        }
    Form: {
      /**
       * Format: uuid
       * @description Its id
       */
      id: string
      /** @description 1–500 characters */
      name: string
      /**
       * Format: uuid
       * @description The project in which its tasks are made
       */
      project_id: string
      /** @description The form service that sends; null: it is recognised by each submission */
      source: ('github' | 'typeform' | 'tally' | 'jotform' | 'formbricks' | 'google' | 'generic') | null
      /** @description How a submission becomes a task; null: by the first text field */
      mapping: {
        label?: string
        description?: string
        external_id?: string
        /** @enum {integer} */
        status?: 0 | 1 | 2
        /** Format: uuid */
        workflow_lane_id?: string
      } | null
      /** @description The scheme by which submissions are signed; null: they are not checked */
      signature: ('typeform' | 'tally' | 'github' | 'standard' | 'hmac' | 'header') | null
      /** @description The key of the field that people do not see; null: none */
      honeypot: string | null
      /** @description Where a browser goes after it has sent the form; null: a page of ours */
      redirect_url: string | null
      /** @description The only websites that may send; null: any */
      allowed_origins: string[] | null
      /** @description The field by which submissions are the same; null: by the id that the service sends */
      dedupe_by: string | null
      /** @description Whether submissions are held instead of making tasks */
      paused: boolean
      /** @description How many submissions it takes per minute */
      rate_limit: number
      /** @description How many days a submission is kept */
      retention_days: number
      /** @description How many submissions wait for a replay, at most 1000 */
      held_count: number
      /**
       * Format: date-time
       * @description When it was made
       */
      created_at: string
      /**
       * Format: date-time
       * @description When it last changed
       */
      updated_at: string
    }
    Submission: {
      /**
       * Format: uuid
       * @description Its id
       */
      id: string
      /**
       * Format: date-time
       * @description When it arrived
       */
      received_at: string
      /**
       * @description `created`: it made a task; `duplicate`: its task was there; `held`: it waits for a replay; `spam`; `ignored`: it is no submission, such as a test message
       * @enum {string}
       */
      outcome: 'created' | 'duplicate' | 'held' | 'spam' | 'ignored'
      /** @description Why it made no task, or that the task has only a part of it */
      reason: string | null
      /** @description Its task */
      task_id: string | null
    }
    WholeSubmission: {
      /**
       * Format: uuid
       * @description Its id
       */
      id: string
      /**
       * Format: date-time
       * @description When it arrived
       */
      received_at: string
      /**
       * @description `created`: it made a task; `duplicate`: its task was there; `held`: it waits for a replay; `spam`; `ignored`: it is no submission, such as a test message
       * @enum {string}
       */
      outcome: 'created' | 'duplicate' | 'held' | 'spam' | 'ignored'
      /** @description Why it made no task, or that the task has only a part of it */
      reason: string | null
      /** @description Its task */
      task_id: string | null
      /** @description What was sent; in base64 where it is not UTF-8 */
      raw: {
        content_type: string
        body: string
        is_base64: boolean
      }
    }
    Token: {
      /**
       * Format: uuid
       * @description Its id
       */
      id: string
      /** @description 1–500 characters */
      name: string
      /** @description What it may do */
      scopes: ('read' | 'write' | 'delete' | 'admin' | 'hooks')[]
      /**
       * Format: date-time
       * @description When it was made
       */
      created_at: string
      /** @description When it ends by itself; null: never */
      expires_at: string | null
      /** @description How many requests it may send per minute; null: 0.4 of what its account may */
      rate_limit: number | null
    }
    Error: {
      error: {
        /**
         * @description What went wrong: decide by this
         * @enum {string}
         */
        code:
          | 'invalid_request'
          | 'invalid_token'
          | 'invalid_signature'
          | 'insufficient_scope'
          | 'plan_required'
          | 'task_not_found'
          | 'project_not_found'
          | 'lane_not_found'
          | 'subtask_not_found'
          | 'token_not_found'
          | 'form_not_found'
          | 'submission_not_found'
          | 'route_not_found'
          | 'method_not_allowed'
          | 'project_not_empty'
          | 'external_id_exists'
          | 'cursor_expired'
          | 'precondition_failed'
          | 'payload_too_large'
          | 'unsupported_media_type'
          | 'idempotency_key_reused'
          | 'quota_exceeded'
          | 'rate_limited'
          | 'headers_too_large'
          | 'internal_error'
          | 'service_unavailable'
        /** @description What to change, for people */
        message: string
        /** @description Quote it when you report a fault; the header X-Request-Id has it too */
        request_id: string
        /** @description Where this code is explained */
        docs: string
        /** @description The fields that break the contract */
        details?: {
          /** @description The field, as it was sent */
          path: string
          /** @description What to change */
          message: string
        }[]
        /**
         * @description Only with insufficient_scope: the scope that is needed
         * @enum {string}
         */
        required_scope?: 'read' | 'write' | 'delete' | 'admin' | 'hooks'
        /**
         * Format: uuid
         * @description Only with external_id_exists: the task that has the external id
         */
        task_id?: string
        /** @description Only with precondition_failed, and a token that may read: the task as it is now */
        task?: components['schemas']['Task']
      }
    }
  }
  responses: {
    /** @description `invalid_request`: The path, the query, a header or the body breaks the contract. Unknown fields do so too. */
    invalid_request: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        'Cache-Control': components['headers']['Cache-Control']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        RateLimit: components['headers']['RateLimit']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /** @description `invalid_token`: The token is missing, malformed, unknown, expired or revoked. */
    invalid_token: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        'Cache-Control': components['headers']['Cache-Control']
        'WWW-Authenticate': components['headers']['WWW-Authenticate']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /** @description `invalid_signature`: The form checks signatures, and this submission has none, or a wrong one. Nothing was stored. */
    invalid_signature: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        'Cache-Control': components['headers']['Cache-Control']
        'WWW-Authenticate': components['headers']['WWW-Authenticate']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /**
     * @description `insufficient_scope`: The token is valid, but lacks the scope that `required_scope` names.
     *
     *     `plan_required`: The account is not on the Pro plan, to which the API belongs.
     */
    'insufficient_scope.plan_required': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        'Cache-Control': components['headers']['Cache-Control']
        'WWW-Authenticate': components['headers']['WWW-Authenticate']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /**
     * @description `project_not_found`: There is no such project: it never was, it is deleted, or it belongs to another account. The answer is the same for all three.
     *
     *     `lane_not_found`: There is no such lane: it never was, it is deleted, or it belongs to another account. The answer is the same for all three.
     */
    'project_not_found.lane_not_found': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        'Cache-Control': components['headers']['Cache-Control']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        RateLimit: components['headers']['RateLimit']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /** @description `task_not_found`: There is no such task: it never was, it is deleted, or it belongs to another account. The answer is the same for all three. */
    task_not_found: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        'Cache-Control': components['headers']['Cache-Control']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        RateLimit: components['headers']['RateLimit']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /**
     * @description `task_not_found`: There is no such task: it never was, it is deleted, or it belongs to another account. The answer is the same for all three.
     *
     *     `project_not_found`: There is no such project: it never was, it is deleted, or it belongs to another account. The answer is the same for all three.
     *
     *     `lane_not_found`: There is no such lane: it never was, it is deleted, or it belongs to another account. The answer is the same for all three.
     */
    'task_not_found.project_not_found.lane_not_found': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        'Cache-Control': components['headers']['Cache-Control']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        RateLimit: components['headers']['RateLimit']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /**
     * @description `task_not_found`: There is no such task: it never was, it is deleted, or it belongs to another account. The answer is the same for all three.
     *
     *     `lane_not_found`: There is no such lane: it never was, it is deleted, or it belongs to another account. The answer is the same for all three.
     */
    'task_not_found.lane_not_found': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        'Cache-Control': components['headers']['Cache-Control']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        RateLimit: components['headers']['RateLimit']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /**
     * @description `task_not_found`: There is no such task: it never was, it is deleted, or it belongs to another account. The answer is the same for all three.
     *
     *     `project_not_found`: There is no such project: it never was, it is deleted, or it belongs to another account. The answer is the same for all three.
     */
    'task_not_found.project_not_found': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        'Cache-Control': components['headers']['Cache-Control']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        RateLimit: components['headers']['RateLimit']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /** @description `project_not_found`: There is no such project: it never was, it is deleted, or it belongs to another account. The answer is the same for all three. */
    project_not_found: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        'Cache-Control': components['headers']['Cache-Control']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        RateLimit: components['headers']['RateLimit']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /**
     * @description `task_not_found`: There is no such task: it never was, it is deleted, or it belongs to another account. The answer is the same for all three.
     *
     *     `subtask_not_found`: There is no such subtask: it never was, it is deleted, or it belongs to another account. The answer is the same for all three.
     */
    'task_not_found.subtask_not_found': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        'Cache-Control': components['headers']['Cache-Control']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        RateLimit: components['headers']['RateLimit']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /** @description `form_not_found`: There is no such form: it never was, it is deleted, or it belongs to another account. The answer is the same for all three. */
    form_not_found: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        'Cache-Control': components['headers']['Cache-Control']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        RateLimit: components['headers']['RateLimit']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /**
     * @description `form_not_found`: There is no such form: it never was, it is deleted, or it belongs to another account. The answer is the same for all three.
     *
     *     `project_not_found`: There is no such project: it never was, it is deleted, or it belongs to another account. The answer is the same for all three.
     */
    'form_not_found.project_not_found': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        'Cache-Control': components['headers']['Cache-Control']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        RateLimit: components['headers']['RateLimit']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /** @description `route_not_found`: No operation has this path. */
    route_not_found: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        'Cache-Control': components['headers']['Cache-Control']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        RateLimit: components['headers']['RateLimit']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /**
     * @description `form_not_found`: There is no such form: it never was, it is deleted, or it belongs to another account. The answer is the same for all three.
     *
     *     `submission_not_found`: There is no such submission: it never was, it is deleted, or it belongs to another account. The answer is the same for all three.
     */
    'form_not_found.submission_not_found': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        'Cache-Control': components['headers']['Cache-Control']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        RateLimit: components['headers']['RateLimit']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /** @description `token_not_found`: There is no such token: it never was, it is deleted, or it belongs to another account. The answer is the same for all three. */
    token_not_found: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        'Cache-Control': components['headers']['Cache-Control']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        RateLimit: components['headers']['RateLimit']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /** @description `external_id_exists`: Another task of the account has this `externalId`, perhaps in the trash: the one in `task_id`. (One whose project is deleted does not count.) */
    external_id_exists: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        'Cache-Control': components['headers']['Cache-Control']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        RateLimit: components['headers']['RateLimit']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /** @description `project_not_empty`: A project can be deleted only when it holds no active task. */
    project_not_empty: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        'Cache-Control': components['headers']['Cache-Control']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        RateLimit: components['headers']['RateLimit']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /** @description `cursor_expired`: The change cursor is older than 40 days; deletions since then may be forgotten. Or it is ahead of the service, whose clock was set back; changes since then may be hidden. */
    cursor_expired: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        'Cache-Control': components['headers']['Cache-Control']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        RateLimit: components['headers']['RateLimit']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /** @description `precondition_failed`: The task has changed since the version in `If-Match`. It is sent along as it is now, but only to a token with the scope read; the `ETag` comes to all. */
    precondition_failed: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        'Cache-Control': components['headers']['Cache-Control']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        RateLimit: components['headers']['RateLimit']
        ETag: components['headers']['ETag']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /** @description `payload_too_large`: The body is longer than 256 KiB. */
    payload_too_large: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        'Cache-Control': components['headers']['Cache-Control']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        RateLimit: components['headers']['RateLimit']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /** @description `unsupported_media_type`: The body is not declared to be JSON. */
    unsupported_media_type: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        'Cache-Control': components['headers']['Cache-Control']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        RateLimit: components['headers']['RateLimit']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /** @description `idempotency_key_reused`: This `Idempotency-Key` came before, with another request. */
    idempotency_key_reused: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        'Cache-Control': components['headers']['Cache-Control']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        RateLimit: components['headers']['RateLimit']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /**
     * @description `rate_limited`: The token, its account or the whole service has had as many requests as it takes for now. Nothing was done.
     *
     *     `quota_exceeded`: The project holds as many tasks as it may, or the account as many tokens.
     */
    'rate_limited.quota_exceeded': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        'Cache-Control': components['headers']['Cache-Control']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        RateLimit: components['headers']['RateLimit']
        'Retry-After': components['headers']['Retry-After']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /** @description `rate_limited`: The token, its account or the whole service has had as many requests as it takes for now. Nothing was done. */
    rate_limited: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        'Cache-Control': components['headers']['Cache-Control']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        RateLimit: components['headers']['RateLimit']
        'Retry-After': components['headers']['Retry-After']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /** @description `headers_too_large`: The headers are longer than 10,240 bytes together. */
    headers_too_large: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        'Cache-Control': components['headers']['Cache-Control']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /** @description `internal_error`: A fault of the service. It is logged under the `request_id`. */
    internal_error: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        'Cache-Control': components['headers']['Cache-Control']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        RateLimit: components['headers']['RateLimit']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /** @description `service_unavailable`: Storage is busy or out of reach, or the request ran out of time. */
    service_unavailable: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        'Cache-Control': components['headers']['Cache-Control']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        RateLimit: components['headers']['RateLimit']
        'Retry-After': components['headers']['Retry-After']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
  }
  parameters: never
  requestBodies: never
  headers: {
    /** @description Names this request in the log */
    'X-Request-Id': string
    /** @description Always no-store */
    'Cache-Control': 'no-store'
    /** @description The version of the task, for If-Match and If-None-Match */
    ETag: string
    /** @description The path of what was created */
    Location: string
    /** @description The next page, with rel="next"; absent on the last */
    Link: string
    /** @description true when this request was done before, under the same key */
    'Idempotency-Replayed': 'true'
    /** @description How many requests (q) may come in how many seconds (w), by the name of the limit */
    'RateLimit-Policy': string
    /** @description How many requests are left (r) for how many seconds (t), by the name of the limit */
    RateLimit: string
    /** @description After how many seconds to try again */
    'Retry-After': string
    /** @description What the token lacks (RFC 6750) */
    'WWW-Authenticate': string
  }
  pathItems: never
}
export type $defs = Record<string, never>
export interface operations {
  'tasks.create': {
    parameters: {
      query?: never
      header?: {
        /**
         * @description The system for which you write, 1 to 64 of the characters A–Z a–z 0–9 . _ -; the change feed shows it and can leave it out
         * @example crm-sync
         */
        'Origin-Id'?: string
        /**
         * @description Your name for this create, 1 to 255 ASCII characters, in quotes or not: a repeat makes no second task
         * @example form-4711
         */
        'Idempotency-Key'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /**
           * Format: uuid
           * @description The project
           */
          projectId: string
          /** @description 1–500 characters once the blanks around it are cut off, at least one of them visible */
          label: string
          /** @description At most 10,000 characters; null: none */
          description?: string | null
          /**
           * @description 0 open, 1 in progress, 2 done
           * @default 0
           * @enum {integer}
           */
          status?: 0 | 1 | 2
          /** @description A lane of the project; null: none */
          workflowLaneId?: string | null
          /** @description Your own name for the task, unique in the account, at most 255 characters, at least one of them visible */
          externalId?: string
          /**
           * @description At most 100, in their order
           * @default []
           */
          subtasks?: {
            /** @description 1–500 characters once the blanks around it are cut off, at least one of them visible */
            label: string
            /**
             * @description Whether it is done
             * @default false
             */
            isCompleted?: boolean
          }[]
        }
      }
    }
    responses: {
      /** @description Created */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Cache-Control': components['headers']['Cache-Control']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
          ETag: components['headers']['ETag']
          Location: components['headers']['Location']
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            task: components['schemas']['Task']
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required']
      404: components['responses']['project_not_found.lane_not_found']
      409: components['responses']['external_id_exists']
      413: components['responses']['payload_too_large']
      415: components['responses']['unsupported_media_type']
      422: components['responses']['idempotency_key_reused']
      429: components['responses']['rate_limited.quota_exceeded']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'tasks.get': {
    parameters: {
      query?: never
      header?: {
        /**
         * @description The `ETag` that you have already: the answer is 304 while the task is still at it
         * @example "3"
         */
        'If-None-Match'?: string
      }
      path: {
        /**
         * @description The task: its UUID, or `ext:` and its external id
         * @example 6f5cb361-f0c4-4b6f-8b64-4e8d1a8f3d53
         */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Cache-Control': components['headers']['Cache-Control']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
          ETag: components['headers']['ETag']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            task: components['schemas']['Task']
          }
        }
      }
      /** @description Not modified: nothing to send */
      304: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Cache-Control': components['headers']['Cache-Control']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
          ETag: components['headers']['ETag']
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required']
      404: components['responses']['task_not_found']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'tasks.delete': {
    parameters: {
      query?: never
      header?: {
        /**
         * @description The system for which you write, 1 to 64 of the characters A–Z a–z 0–9 . _ -; the change feed shows it and can leave it out
         * @example crm-sync
         */
        'Origin-Id'?: string
        /**
         * @description The `ETag` that the task must still have, or a list of them; `*`: any; at most 100 versions
         * @example "3"
         */
        'If-Match'?: string
      }
      path: {
        /**
         * @description The task: its UUID, or `ext:` and its external id
         * @example 6f5cb361-f0c4-4b6f-8b64-4e8d1a8f3d53
         */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Cache-Control': components['headers']['Cache-Control']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @constant */
            success: true
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required']
      404: components['responses']['task_not_found']
      412: components['responses']['precondition_failed']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'tasks.update': {
    parameters: {
      query?: never
      header?: {
        /**
         * @description The system for which you write, 1 to 64 of the characters A–Z a–z 0–9 . _ -; the change feed shows it and can leave it out
         * @example crm-sync
         */
        'Origin-Id'?: string
        /**
         * @description The `ETag` that the task must still have, or a list of them; `*`: any; at most 100 versions
         * @example "3"
         */
        'If-Match'?: string
      }
      path: {
        /**
         * @description The task: its UUID, or `ext:` and its external id
         * @example 6f5cb361-f0c4-4b6f-8b64-4e8d1a8f3d53
         */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description 1–500 characters once the blanks around it are cut off, at least one of them visible */
          label?: string
          /**
           * @description 0 open, 1 in progress, 2 done
           * @enum {integer}
           */
          status?: 0 | 1 | 2
          /** @description At most 10,000 characters; null: none */
          description?: string | null
          /**
           * Format: uuid
           * @description The project
           */
          projectId?: string
          /** @description A lane of the project; null: none */
          workflowLaneId?: string | null
        }
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Cache-Control': components['headers']['Cache-Control']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
          ETag: components['headers']['ETag']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            task: components['schemas']['Task']
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required']
      404: components['responses']['task_not_found.project_not_found.lane_not_found']
      412: components['responses']['precondition_failed']
      413: components['responses']['payload_too_large']
      415: components['responses']['unsupported_media_type']
      429: components['responses']['rate_limited.quota_exceeded']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'tasks.move': {
    parameters: {
      query?: never
      header?: {
        /**
         * @description The system for which you write, 1 to 64 of the characters A–Z a–z 0–9 . _ -; the change feed shows it and can leave it out
         * @example crm-sync
         */
        'Origin-Id'?: string
        /**
         * @description The `ETag` that the task must still have, or a list of them; `*`: any; at most 100 versions
         * @example "3"
         */
        'If-Match'?: string
      }
      path: {
        /**
         * @description The task: its UUID, or `ext:` and its external id
         * @example 6f5cb361-f0c4-4b6f-8b64-4e8d1a8f3d53
         */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description The task before which it goes: UUID, or ext: and an external id */
          beforeTaskId?: string
          /** @description The task after which it goes: UUID, or ext: and an external id */
          afterTaskId?: string
          /**
           * @description An end of the project, or of the lane in which the task then stands
           * @enum {string}
           */
          to?: 'top' | 'bottom'
          /** @description A lane of the project; null: none */
          workflowLaneId?: string | null
        } & (unknown | unknown | unknown)
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Cache-Control': components['headers']['Cache-Control']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
          ETag: components['headers']['ETag']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            task: components['schemas']['Task']
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required']
      404: components['responses']['task_not_found.lane_not_found']
      412: components['responses']['precondition_failed']
      413: components['responses']['payload_too_large']
      415: components['responses']['unsupported_media_type']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'tasks.restore': {
    parameters: {
      query?: never
      header?: {
        /**
         * @description The system for which you write, 1 to 64 of the characters A–Z a–z 0–9 . _ -; the change feed shows it and can leave it out
         * @example crm-sync
         */
        'Origin-Id'?: string
        /**
         * @description The `ETag` that the task must still have, or a list of them; `*`: any; at most 100 versions
         * @example "3"
         */
        'If-Match'?: string
      }
      path: {
        /**
         * @description The task: its UUID, or `ext:` and its external id
         * @example 6f5cb361-f0c4-4b6f-8b64-4e8d1a8f3d53
         */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Cache-Control': components['headers']['Cache-Control']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
          ETag: components['headers']['ETag']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            task: components['schemas']['Task']
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required']
      404: components['responses']['task_not_found.project_not_found']
      412: components['responses']['precondition_failed']
      429: components['responses']['rate_limited.quota_exceeded']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'projects.list-tasks': {
    parameters: {
      query?: {
        /**
         * @description How many entries a page may hold, 1 to 100
         * @example 50
         */
        limit?: number
        /** @description The `next_cursor` of the page before, as it came */
        cursor?: string
        /**
         * @description Only tasks with this status; may be given several times
         * @example [
         *       0,
         *       1
         *     ]
         */
        status?: (0 | 1 | 2)[]
        /** @description Only tasks in this lane; `none`: only tasks in no lane */
        workflowLaneId?: string
      }
      header?: never
      path: {
        /**
         * @description The project
         * @example 01a1fc5c-f808-70a6-aca9-b364a578bfae
         */
        projectId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Cache-Control': components['headers']['Cache-Control']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
          Link: components['headers']['Link']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            tasks: components['schemas']['Task'][]
            next_cursor: string | null
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required']
      404: components['responses']['project_not_found']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'projects.list-trash': {
    parameters: {
      query?: {
        /**
         * @description How many entries a page may hold, 1 to 100
         * @example 50
         */
        limit?: number
        /** @description The `next_cursor` of the page before, as it came */
        cursor?: string
      }
      header?: never
      path: {
        /**
         * @description The project
         * @example 01a1fc5c-f808-70a6-aca9-b364a578bfae
         */
        projectId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Cache-Control': components['headers']['Cache-Control']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
          Link: components['headers']['Link']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            tasks: components['schemas']['TrashedTask'][]
            next_cursor: string | null
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required']
      404: components['responses']['project_not_found']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'subtasks.create': {
    parameters: {
      query?: never
      header?: {
        /**
         * @description The system for which you write, 1 to 64 of the characters A–Z a–z 0–9 . _ -; the change feed shows it and can leave it out
         * @example crm-sync
         */
        'Origin-Id'?: string
        /**
         * @description The `ETag` that the task must still have, or a list of them; `*`: any; at most 100 versions
         * @example "3"
         */
        'If-Match'?: string
      }
      path: {
        /**
         * @description The task: its UUID, or `ext:` and its external id
         * @example 6f5cb361-f0c4-4b6f-8b64-4e8d1a8f3d53
         */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description 1–500 characters once the blanks around it are cut off, at least one of them visible */
          label: string
          /**
           * @description Whether it is done
           * @default false
           */
          isCompleted?: boolean
        }
      }
    }
    responses: {
      /** @description Created */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Cache-Control': components['headers']['Cache-Control']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
          ETag: components['headers']['ETag']
          Location: components['headers']['Location']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            task: components['schemas']['Task']
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required']
      404: components['responses']['task_not_found']
      412: components['responses']['precondition_failed']
      413: components['responses']['payload_too_large']
      415: components['responses']['unsupported_media_type']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'subtasks.delete': {
    parameters: {
      query?: never
      header?: {
        /**
         * @description The system for which you write, 1 to 64 of the characters A–Z a–z 0–9 . _ -; the change feed shows it and can leave it out
         * @example crm-sync
         */
        'Origin-Id'?: string
        /**
         * @description The `ETag` that the task must still have, or a list of them; `*`: any; at most 100 versions
         * @example "3"
         */
        'If-Match'?: string
      }
      path: {
        /**
         * @description The task: its UUID, or `ext:` and its external id
         * @example 6f5cb361-f0c4-4b6f-8b64-4e8d1a8f3d53
         */
        id: string
        /**
         * @description The subtask
         * @example 01a1fc5d-9a44-7f6e-8f3b-51f4c0a7d2c9
         */
        subtaskId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Cache-Control': components['headers']['Cache-Control']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @constant */
            success: true
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required']
      404: components['responses']['task_not_found.subtask_not_found']
      412: components['responses']['precondition_failed']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'subtasks.update': {
    parameters: {
      query?: never
      header?: {
        /**
         * @description The system for which you write, 1 to 64 of the characters A–Z a–z 0–9 . _ -; the change feed shows it and can leave it out
         * @example crm-sync
         */
        'Origin-Id'?: string
        /**
         * @description The `ETag` that the task must still have, or a list of them; `*`: any; at most 100 versions
         * @example "3"
         */
        'If-Match'?: string
      }
      path: {
        /**
         * @description The task: its UUID, or `ext:` and its external id
         * @example 6f5cb361-f0c4-4b6f-8b64-4e8d1a8f3d53
         */
        id: string
        /**
         * @description The subtask
         * @example 01a1fc5d-9a44-7f6e-8f3b-51f4c0a7d2c9
         */
        subtaskId: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description 1–500 characters once the blanks around it are cut off, at least one of them visible */
          label?: string
          /** @description Whether it is done */
          isCompleted?: boolean
          /**
           * Format: uuid
           * @description The subtask before which it goes
           */
          beforeSubtaskId?: string
          /**
           * Format: uuid
           * @description The subtask after which it goes
           */
          afterSubtaskId?: string
        }
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Cache-Control': components['headers']['Cache-Control']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
          ETag: components['headers']['ETag']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            task: components['schemas']['Task']
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required']
      404: components['responses']['task_not_found.subtask_not_found']
      412: components['responses']['precondition_failed']
      413: components['responses']['payload_too_large']
      415: components['responses']['unsupported_media_type']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'projects.list': {
    parameters: {
      query?: {
        /**
         * @description How many entries a page may hold, 1 to 100
         * @example 50
         */
        limit?: number
        /** @description The `next_cursor` of the page before, as it came */
        cursor?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Cache-Control': components['headers']['Cache-Control']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
          Link: components['headers']['Link']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            projects: components['schemas']['Project'][]
            next_cursor: string | null
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'projects.create': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description 1–500 characters once the blanks around it are cut off, at least one of them visible */
          label: string
        }
      }
    }
    responses: {
      /** @description Created */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Cache-Control': components['headers']['Cache-Control']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
          Location: components['headers']['Location']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            project: components['schemas']['Project']
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required']
      413: components['responses']['payload_too_large']
      415: components['responses']['unsupported_media_type']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'projects.get': {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The project
         * @example 01a1fc5c-f808-70a6-aca9-b364a578bfae
         */
        projectId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Cache-Control': components['headers']['Cache-Control']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            project: components['schemas']['Project']
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required']
      404: components['responses']['project_not_found']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'projects.delete': {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The project
         * @example 01a1fc5c-f808-70a6-aca9-b364a578bfae
         */
        projectId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Cache-Control': components['headers']['Cache-Control']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @constant */
            success: true
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required']
      404: components['responses']['project_not_found']
      409: components['responses']['project_not_empty']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'projects.update': {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The project
         * @example 01a1fc5c-f808-70a6-aca9-b364a578bfae
         */
        projectId: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description 1–500 characters once the blanks around it are cut off, at least one of them visible */
          label?: string
        }
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Cache-Control': components['headers']['Cache-Control']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            project: components['schemas']['Project']
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required']
      404: components['responses']['project_not_found']
      413: components['responses']['payload_too_large']
      415: components['responses']['unsupported_media_type']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'lanes.create': {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The project
         * @example 01a1fc5c-f808-70a6-aca9-b364a578bfae
         */
        projectId: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description 1–500 characters once the blanks around it are cut off, at least one of them visible */
          label: string
        }
      }
    }
    responses: {
      /** @description Created */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Cache-Control': components['headers']['Cache-Control']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
          Location: components['headers']['Location']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            project: components['schemas']['Project']
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required']
      404: components['responses']['project_not_found']
      413: components['responses']['payload_too_large']
      415: components['responses']['unsupported_media_type']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'lanes.delete': {
    parameters: {
      query?: never
      header?: {
        /**
         * @description The system for which you write, 1 to 64 of the characters A–Z a–z 0–9 . _ -; the change feed shows it and can leave it out
         * @example crm-sync
         */
        'Origin-Id'?: string
      }
      path: {
        /**
         * @description The project
         * @example 01a1fc5c-f808-70a6-aca9-b364a578bfae
         */
        projectId: string
        /**
         * @description The lane
         * @example 01a1fc5d-3c1e-7d0a-9c55-0b8c6a2f4e11
         */
        laneId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Cache-Control': components['headers']['Cache-Control']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @constant */
            success: true
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required']
      404: components['responses']['project_not_found.lane_not_found']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'lanes.update': {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The project
         * @example 01a1fc5c-f808-70a6-aca9-b364a578bfae
         */
        projectId: string
        /**
         * @description The lane
         * @example 01a1fc5d-3c1e-7d0a-9c55-0b8c6a2f4e11
         */
        laneId: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description 1–500 characters once the blanks around it are cut off, at least one of them visible */
          label?: string
          /**
           * Format: uuid
           * @description The lane before which it goes
           */
          beforeLaneId?: string
          /**
           * Format: uuid
           * @description The lane after which it goes
           */
          afterLaneId?: string
        }
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Cache-Control': components['headers']['Cache-Control']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            project: components['schemas']['Project']
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required']
      404: components['responses']['project_not_found.lane_not_found']
      413: components['responses']['payload_too_large']
      415: components['responses']['unsupported_media_type']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'changes.list': {
    parameters: {
      query?: {
        /**
         * @description How many entries a page may hold, 1 to 100
         * @example 100
         */
        limit?: number
        /**
         * @description The `next_cursor` of the page before, as it came
         * @example q1Zw3kXyTmBvMHxpZ29jZm86Y2owMDBxcnFtMw
         */
        cursor?: string
        /** @description `now`: only a cursor, which begins ten seconds ago; not together with `cursor` */
        from?: 'now'
        /** @description Leaves out tasks whose last write carried this `Origin-Id`; may be given up to ten times */
        excludeOriginId?: string[]
        /** @description `true`: leaves out tasks that this very token wrote last */
        excludeSelf?: 'true' | 'false'
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Cache-Control': components['headers']['Cache-Control']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            changes: components['schemas']['Change'][]
            next_cursor: string
            has_more: boolean
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required']
      410: components['responses']['cursor_expired']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'forms.list': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Cache-Control': components['headers']['Cache-Control']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            forms: components['schemas']['Form'][]
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'forms.create': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /**
           * Format: uuid
           * @description The project in which tasks are made
           */
          projectId: string
          /** @description 1–500 characters once the blanks around it are cut off, at least one of them visible */
          name: string
          /** @description The form service that sends; null: each submission is recognised by its shape */
          source?: ('github' | 'typeform' | 'tally' | 'jotform' | 'formbricks' | 'google' | 'generic') | null
          /** @description Templates for `label`, `description` and `externalId`, such as `{{email}}`, `{{/json/pointer}}`, `{{all}}`, `{{name|default:nobody}}`; and a fixed `status` and `workflowLaneId`; null: the first text field is the label, all fields are the description */
          mapping?: {
            label?: string
            description?: string
            externalId?: string
            /** @enum {integer} */
            status?: 0 | 1 | 2
            /** Format: uuid */
            workflowLaneId?: string
          } | null
          /** @description How each submission is signed, and the secret for it, which no answer shows; without a right signature it is refused; null: not at all */
          signature?:
            | (
                | {
                    /** @enum {string} */
                    scheme: 'typeform' | 'tally' | 'github'
                    secret: string
                  }
                | {
                    /** @constant */
                    scheme: 'standard'
                    secret: string
                  }
                | {
                    /** @constant */
                    scheme: 'hmac'
                    secret: string
                    header: string
                    /** @enum {string} */
                    encoding: 'hex' | 'base64'
                    prefix?: string
                  }
                | {
                    /** @constant */
                    scheme: 'header'
                    secret: string
                    header: string
                  }
              )
            | null
          /** @description The key of a field that people do not see: who fills it in is a program; null: none */
          honeypot?: string | null
          /** @description Where a browser goes after it has sent the form; null: a page of ours */
          redirectUrl?: string | null
          /** @description The only websites that may send, at most 20; null: any */
          allowedOrigins?: string[] | null
          /** @description A field or a JSON Pointer: submissions with the same value there are one; null: by the id that the form service sends */
          dedupeBy?: string | null
          /** @description Whether submissions are held instead of making tasks */
          paused?: boolean
          /** @description How many submissions it takes per minute, 1 to 6000; 600 by default */
          rateLimit?: number
          /** @description How many days a submission is kept, 1 to 40; 30 by default */
          retentionDays?: number
        }
      }
    }
    responses: {
      /** @description Created */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Cache-Control': components['headers']['Cache-Control']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
          Location: components['headers']['Location']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            form: {
              /** Format: uuid */
              id: string
              name: string
              /** Format: uuid */
              project_id: string
              source:
                ('github' | 'typeform' | 'tally' | 'jotform' | 'formbricks' | 'google' | 'generic') | null
              mapping: {
                label?: string
                description?: string
                external_id?: string
                /** @enum {integer} */
                status?: 0 | 1 | 2
                /** Format: uuid */
                workflow_lane_id?: string
              } | null
              signature: ('typeform' | 'tally' | 'github' | 'standard' | 'hmac' | 'header') | null
              honeypot: string | null
              redirect_url: string | null
              allowed_origins: string[] | null
              dedupe_by: string | null
              paused: boolean
              rate_limit: number
              retention_days: number
              held_count: number
              /** Format: date-time */
              created_at: string
              /** Format: date-time */
              updated_at: string
              url: string
            }
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required']
      404: components['responses']['project_not_found']
      413: components['responses']['payload_too_large']
      415: components['responses']['unsupported_media_type']
      429: components['responses']['rate_limited.quota_exceeded']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'forms.get': {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The form
         * @example 01a1fc5e-7d30-7c11-9f02-4a6b8c0d2e41
         */
        formId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Cache-Control': components['headers']['Cache-Control']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            form: components['schemas']['Form']
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required']
      404: components['responses']['form_not_found']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'forms.delete': {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The form
         * @example 01a1fc5e-7d30-7c11-9f02-4a6b8c0d2e41
         */
        formId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Cache-Control': components['headers']['Cache-Control']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @constant */
            success: true
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required']
      404: components['responses']['form_not_found']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'forms.update': {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The form
         * @example 01a1fc5e-7d30-7c11-9f02-4a6b8c0d2e41
         */
        formId: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /**
           * Format: uuid
           * @description The project in which tasks are made
           */
          projectId?: string
          /** @description 1–500 characters once the blanks around it are cut off, at least one of them visible */
          name?: string
          /** @description The form service that sends; null: each submission is recognised by its shape */
          source?: ('github' | 'typeform' | 'tally' | 'jotform' | 'formbricks' | 'google' | 'generic') | null
          /** @description Templates for `label`, `description` and `externalId`, such as `{{email}}`, `{{/json/pointer}}`, `{{all}}`, `{{name|default:nobody}}`; and a fixed `status` and `workflowLaneId`; null: the first text field is the label, all fields are the description */
          mapping?: {
            label?: string
            description?: string
            externalId?: string
            /** @enum {integer} */
            status?: 0 | 1 | 2
            /** Format: uuid */
            workflowLaneId?: string
          } | null
          /** @description How each submission is signed, and the secret for it, which no answer shows; without a right signature it is refused; null: not at all */
          signature?:
            | (
                | {
                    /** @enum {string} */
                    scheme: 'typeform' | 'tally' | 'github'
                    secret: string
                  }
                | {
                    /** @constant */
                    scheme: 'standard'
                    secret: string
                  }
                | {
                    /** @constant */
                    scheme: 'hmac'
                    secret: string
                    header: string
                    /** @enum {string} */
                    encoding: 'hex' | 'base64'
                    prefix?: string
                  }
                | {
                    /** @constant */
                    scheme: 'header'
                    secret: string
                    header: string
                  }
              )
            | null
          /** @description The key of a field that people do not see: who fills it in is a program; null: none */
          honeypot?: string | null
          /** @description Where a browser goes after it has sent the form; null: a page of ours */
          redirectUrl?: string | null
          /** @description The only websites that may send, at most 20; null: any */
          allowedOrigins?: string[] | null
          /** @description A field or a JSON Pointer: submissions with the same value there are one; null: by the id that the form service sends */
          dedupeBy?: string | null
          /** @description Whether submissions are held instead of making tasks */
          paused?: boolean
          /** @description How many submissions it takes per minute, 1 to 6000; 600 by default */
          rateLimit?: number
          /** @description How many days a submission is kept, 1 to 40; 30 by default */
          retentionDays?: number
        }
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Cache-Control': components['headers']['Cache-Control']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            form: components['schemas']['Form']
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required']
      404: components['responses']['form_not_found.project_not_found']
      413: components['responses']['payload_too_large']
      415: components['responses']['unsupported_media_type']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'forms.rotate-url': {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The form
         * @example 01a1fc5e-7d30-7c11-9f02-4a6b8c0d2e41
         */
        formId: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description For how many hours the URL before stays valid, 0 to 168
           * @default 24
           */
          oldValidHours?: number
        }
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Cache-Control': components['headers']['Cache-Control']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            form: {
              /** Format: uuid */
              id: string
              name: string
              /** Format: uuid */
              project_id: string
              source:
                ('github' | 'typeform' | 'tally' | 'jotform' | 'formbricks' | 'google' | 'generic') | null
              mapping: {
                label?: string
                description?: string
                external_id?: string
                /** @enum {integer} */
                status?: 0 | 1 | 2
                /** Format: uuid */
                workflow_lane_id?: string
              } | null
              signature: ('typeform' | 'tally' | 'github' | 'standard' | 'hmac' | 'header') | null
              honeypot: string | null
              redirect_url: string | null
              allowed_origins: string[] | null
              dedupe_by: string | null
              paused: boolean
              rate_limit: number
              retention_days: number
              held_count: number
              /** Format: date-time */
              created_at: string
              /** Format: date-time */
              updated_at: string
              url: string
            }
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required']
      404: components['responses']['form_not_found']
      413: components['responses']['payload_too_large']
      415: components['responses']['unsupported_media_type']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'forms.preview': {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The form
         * @example 01a1fc5e-7d30-7c11-9f02-4a6b8c0d2e41
         */
        formId: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description The `Content-Type` of a sample */
          contentType: string
          /** @description The body of a sample, as text */
          body: string
          /** @description Templates for `label`, `description` and `externalId`, such as `{{email}}`, `{{/json/pointer}}`, `{{all}}`, `{{name|default:nobody}}`; and a fixed `status` and `workflowLaneId`; null: the first text field is the label, all fields are the description */
          mapping?: {
            label?: string
            description?: string
            externalId?: string
            /** @enum {integer} */
            status?: 0 | 1 | 2
            /** Format: uuid */
            workflowLaneId?: string
          } | null
        }
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Cache-Control': components['headers']['Cache-Control']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
          ETag: components['headers']['ETag']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            fields: {
              key: string
              label: string
              value: string
            }[]
            task: {
              label: string
              description: string | null
              /** @enum {integer} */
              status: 0 | 1 | 2
              workflow_lane_id: string | null
              external_id?: string
            } | null
            dedupe_key: string | null
            warnings: string[]
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required']
      404: components['responses']['form_not_found']
      413: components['responses']['payload_too_large']
      415: components['responses']['unsupported_media_type']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'forms.replay': {
    parameters: {
      query?: {
        /** @description The `next_cursor` of the page before, as it came */
        cursor?: string
      }
      header?: never
      path: {
        /**
         * @description The form
         * @example 01a1fc5e-7d30-7c11-9f02-4a6b8c0d2e41
         */
        formId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Cache-Control': components['headers']['Cache-Control']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            created: number
            duplicates: number
            still_held: number
            has_more: boolean
            next_cursor: string | null
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required']
      404: components['responses']['form_not_found']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'hooks.receive': {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The secret key of this URL: whoever has it may call
         * @example your-key
         */
        key: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': unknown
        'application/x-www-form-urlencoded': unknown
        'multipart/form-data': unknown
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Cache-Control': components['headers']['Cache-Control']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @constant */
            received: true
            /** Format: uuid */
            submission_id: string
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_signature']
      404: components['responses']['route_not_found']
      413: components['responses']['payload_too_large']
      415: components['responses']['unsupported_media_type']
      429: components['responses']['rate_limited.quota_exceeded']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'submissions.list': {
    parameters: {
      query?: {
        /** @description How many entries a page may hold, 1 to 100 */
        limit?: number
        /** @description The `next_cursor` of the page before, as it came */
        cursor?: string
        /**
         * @description Only submissions with this outcome
         * @example held
         */
        outcome?: 'created' | 'duplicate' | 'held' | 'spam' | 'ignored'
      }
      header?: never
      path: {
        /**
         * @description The form
         * @example 01a1fc5e-7d30-7c11-9f02-4a6b8c0d2e41
         */
        formId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Cache-Control': components['headers']['Cache-Control']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
          Link: components['headers']['Link']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            submissions: components['schemas']['Submission'][]
            next_cursor: string | null
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required']
      404: components['responses']['form_not_found']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'submissions.get': {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The form
         * @example 01a1fc5e-7d30-7c11-9f02-4a6b8c0d2e41
         */
        formId: string
        /**
         * @description The submission
         * @example 01a1fc5f-1e88-7b63-8a57-6c9d1f3b5a72
         */
        submissionId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Cache-Control': components['headers']['Cache-Control']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            submission: components['schemas']['WholeSubmission']
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required']
      404: components['responses']['form_not_found.submission_not_found']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'submissions.replay': {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The form
         * @example 01a1fc5e-7d30-7c11-9f02-4a6b8c0d2e41
         */
        formId: string
        /**
         * @description The submission
         * @example 01a1fc5f-1e88-7b63-8a57-6c9d1f3b5a72
         */
        submissionId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Cache-Control': components['headers']['Cache-Control']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            submission: components['schemas']['Submission']
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required']
      404: components['responses']['form_not_found.submission_not_found']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'tokens.list': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Cache-Control': components['headers']['Cache-Control']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            tokens: components['schemas']['Token'][]
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'tokens.create': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description 1–500 characters once the blanks around it are cut off, at least one of them visible */
          name: string
          /** @description What the token may do: at least one, none that your own token lacks */
          scopes: ('read' | 'write' | 'delete' | 'admin' | 'hooks')[]
          /** @description When the token ends, a second ahead at least, and no later than your own token; null: never */
          expiresAt?: string | null
          /** @description How many requests the token may send per minute, at most as many as the account; null: 0.4 of what the account may */
          rateLimit?: number | null
        }
      }
    }
    responses: {
      /** @description Created */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Cache-Control': components['headers']['Cache-Control']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
          Location: components['headers']['Location']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            token: {
              /** Format: uuid */
              id: string
              name: string
              scopes: ('read' | 'write' | 'delete' | 'admin' | 'hooks')[]
              /** Format: date-time */
              created_at: string
              expires_at: string | null
              rate_limit: number | null
              secret: string
            }
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required']
      413: components['responses']['payload_too_large']
      415: components['responses']['unsupported_media_type']
      429: components['responses']['rate_limited.quota_exceeded']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'tokens.delete': {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The token
         * @example 01a1fc5e-0b12-7a3c-b1de-7c2f9e8d4a60
         */
        tokenId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Cache-Control': components['headers']['Cache-Control']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @constant */
            success: true
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required']
      404: components['responses']['token_not_found']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'tokens.self': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Cache-Control': components['headers']['Cache-Control']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            token: components['schemas']['Token']
            account: {
              /** Format: uuid */
              id: string
              /** @enum {string} */
              plan: 'pro' | 'free'
            }
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
}
