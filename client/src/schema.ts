// Generated from docs/openapi.json by npm run docs:build. Do not edit.
export interface paths {
  '/tasks': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the tasks of all projects
     * @description Lists the tasks of the account without those in the trash, the last changed first. With `order=oldest`, the least recently changed come first. Tasks can change while you go from page to page. The newest-first order can miss a task that changes meanwhile, so use it to show what is new. The oldest-first order misses none and can show one twice, so use it to read all tasks. The filters are those of a project's list, except the lane. To filter by several projects, send `projectId` several times, at most 10 times. A request reads at most 4 MiB of tasks: a page can be short, or empty, and still have a `next_cursor`. Go on until that is null. A write of the last second can be missing.
     */
    get: operations['tasks.list']
    put?: never
    /**
     * Create a task
     * @description Creates a task at the end of its project, or at its `position`. With an `Idempotency-Key`, or an `id` of your choice, a repeated request creates no second task. It gets the first answer again, with `Idempotency-Replayed: true`, even if the task has changed since or is in the trash. The key and the id are valid in the account for as long as the task exists. An `externalId` is unique in the account. The quota of the project is exact, even when many tasks are created at the same time. With `dryRun=true`, everything is checked and nothing is written. The answer has `Dry-Run: true`, and neither `ETag` nor `Location`; or it is the error that the write would get.
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
     * @description Returns the task as it was last written. With `If-None-Match`, the answer is an empty 304 if the task has not changed. With `include=origin`, `origin` says how the last write came in, as in the change feed. `member` is the member who made that write: null if it was not made in a session, or if the member was removed. With `include=comments`, `comments` has the newest 20 comments, newest first; a comment is no write of the task, so this answer is never 304.
     */
    get: operations['tasks.get']
    put?: never
    post?: never
    /**
     * Delete a task
     * @description Moves the task to the trash. It no longer counts against the quota. After 40 days in the trash it is deleted for good. With `If-Match`, the write is done only if the task still has that version. Otherwise the answer is 412 with the current task and its `ETag`. A token without the scope `read` gets only the `ETag`.
     */
    delete: operations['tasks.delete']
    options?: never
    head?: never
    /**
     * Change a task
     * @description Changes only the fields that you send. A null `description` removes the description, and a null `workflowLaneId` takes the task out of its lane. Another `projectId` moves the task to the end of that project, or to the `position` that you send with it; it then counts against the quota of that project. With `If-Match`, the write is done only if the task still has that version. Otherwise the answer is 412 with the current task and its `ETag`. A token without the scope `read` gets only the `ETag`. With `dryRun=true`, everything is checked and nothing is written. The answer has `Dry-Run: true`, and neither `ETag` nor `Location`; or it is the error that the write would get.
     */
    patch: operations['tasks.update']
    trace?: never
  }
  '/tasks/bulk': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Create, change, move, delete and restore many tasks
     * @description Does up to 100 operations in one request. Each succeeds or fails by itself. The answer is always 200 with one result per operation, in the same order. A result has the status that the endpoint for one task would answer with. An operation has the fields of that endpoint's body; `id` names the task, and `ifVersion` does what `If-Match` does. Operations on the same task are done in their order. Otherwise moves come after the other changes, one after the other in their order. A move that gets 503 leaves those after it undone, so that a repeat keeps their order. Creates come last, and tasks of one project are created in their order. The quota of a project is exact: if not all creates fit, the first ones are made. A `delete` needs the scope `delete`. With an `Idempotency-Key`, the create at index i has the key `<key>#i`: after a failure, send the whole request again. Every ten operations count as one request against the rate limits. In a dry run, operations see what those before them would have written, but quotas count only the creates.
     */
    post: operations['tasks.bulk']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/projects/{projectId}/export': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Export a project's tasks
     * @description Returns the tasks of a project in their order as text, and with `trash=true` then those in the trash, most recently deleted first. A line of NDJSON is the task as the API shows it, with `lane`, the label of its lane or null. With `comments=true`, which NDJSON alone takes, the comments of a task follow its line, oldest first: `{"comment": {…}}`. CSV is UTF-8 with a byte order mark, for Excel. Its first line, on the first page only, names the columns. The status is `open`, `in progress` or `done`. An apostrophe stands before =, +, - and @, also in full width, where a cell begins or a spreadsheet with another separator would begin one (after a comma, a semicolon, a bar, a tab or a line break), so that no spreadsheet finds a formula. Each field of the account has a column `fields.<key>`; several values are separated by commas. Subtasks are lines such as `[x] Find her number`, or a JSON array if a subtask has several lines. A page has at most 1,000 tasks and comments, and 4 MiB. The URL of the next page is in `Link`; join the pages to get the whole file. Each 100 tasks and comments on a page count as one request. An export is not a snapshot: a task that is moved, moved to the trash or restored between two pages can be on both or on none, and a write of the last second can be missing.
     */
    get: operations['projects.export']
    put?: never
    post?: never
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
     * @description Lists the tasks of a project in their order, in pages. To filter by several statuses, send `status` several times. `workflowLaneId` is the id of a lane, or `none` for tasks without a lane. With several filters, a task must meet all of them. The times of `updatedBefore`, `updatedAfter`, `createdBefore` and `createdAfter` are exclusive: a task of exactly that time is not listed. `q` finds a text in the label, the external id, the description and the labels of subtasks, in upper or lower case, with or without accents. `fields[<key>]` is the value that a field must have; `fields[<key>.before]` and `.after` are for dates and times and exclusive, `.min` and `.max` for numbers and inclusive, and `.exists` is true or false. A request with one of these filters reads at most 4 MiB of tasks. Its page can be short, or empty, and still have a `next_cursor`: go on until that is null. A page of very large tasks can be shorter too, because it stays below 4 MiB.
     */
    get: operations['projects.list-tasks']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    /**
     * Change all tasks that match
     * @description Changes up to `limit` tasks of a project that match `where`. A task that already has the values of `set` does not match, so a repeated request changes nothing and makes no events. Each task is written only if nobody has changed, deleted or moved it since it was found. Otherwise it is counted as `skipped` and not overwritten. Each write is atomic, all of them together are not. `matched` is `updated` and `skipped` together. Call again with `next_cursor` as `cursor` while `has_more` is true: a request reads at most 4 MiB of tasks and has a time limit, so it can match few tasks or none, and more may follow. If the lane in `set` does not exist, nothing is written. Needs the scopes `write` and `read`. 10 tasks count as one request against the rate limits.
     */
    patch: operations['projects.update-tasks']
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
     * @description Lists the tasks in the trash of a project, most recently deleted first. `purge_at` is the time when a task is deleted for good.
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
     * @description Send exactly one of `beforeTaskId`, `afterTaskId` and `to`. No task that lists show at that moment is between the moved task and the task that you name. A task that was put there just before, and is not in the lists yet, can be on either side. With `workflowLaneId` the task also changes its lane. With `If-Match`, the write is done only if the task still has that version. Otherwise the answer is 412 with the current task and its `ETag`. A token without the scope `read` gets only the `ETag`.
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
     * @description Puts a deleted task back in its old position, if its project still exists and has room. A task that is not in the trash stays as it is, so you can safely repeat the request. With `If-Match`, the write is done only if the task still has that version. Otherwise the answer is 412 with the current task and its `ETag`. A token without the scope `read` gets only the `ETag`.
     */
    post: operations['tasks.restore']
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
     * @description Adds a subtask at the end and returns the whole task. The header `Location` has the path of the subtask. With an `id`, a repeated request adds no second subtask: it gets the task as it is now, with `Idempotency-Replayed: true`, unless the subtask was deleted since. With `If-Match`, the write is done only if the task still has that version. Otherwise the answer is 412 with the current task and its `ETag`. A token without the scope `read` gets only the `ETag`.
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
     * @description Deletes the subtask at once. It cannot be restored: subtasks have no trash. With `If-Match`, the write is done only if the task still has that version. Otherwise the answer is 412 with the current task and its `ETag`. A token without the scope `read` gets only the `ETag`.
     */
    delete: operations['subtasks.delete']
    options?: never
    head?: never
    /**
     * Change or move a subtask
     * @description Changes only the fields that you send. To move the subtask, send either `beforeSubtaskId` or `afterSubtaskId`, not both. With `If-Match`, the write is done only if the task still has that version. Otherwise the answer is 412 with the current task and its `ETag`. A token without the scope `read` gets only the `ETag`.
     */
    patch: operations['subtasks.update']
    trace?: never
  }
  '/comments': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List which comments have changed
     * @description Lists the comments of the account that have changed after the cursor, in the order of their last change; without a cursor, all of them. It is the change feed of comments, and works as `GET /changes`: read it while `has_more` is true, then store `next_cursor`, and poll with it. A comment that was deleted, or whose task is in the trash, is there as `deleted` for 40 days. What comments do because of their task is there within seconds, with `origin` null. With `projectId`, comments whose task leaves the project are `deleted`, with the `reason` `moved`.
     */
    get: operations['comments.changes']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/comments/{commentId}': {
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
     * Delete a comment
     * @description Deletes a comment at once. It cannot be restored: comments have no trash of their own. A comment of another author needs the scope `admin`. With `If-Match`, the write is done only if the comment still has that version. Otherwise the answer is 412 with the current comment and its `ETag`. A token without the scope `read` gets only the `ETag`.
     */
    delete: operations['comments.delete']
    options?: never
    head?: never
    /**
     * Change a comment
     * @description Changes the text of a comment. Its author stays. A comment of another author needs the scope `admin`. With `If-Match`, the write is done only if the comment still has that version. Otherwise the answer is 412 with the current comment and its `ETag`. A token without the scope `read` gets only the `ETag`.
     */
    patch: operations['comments.update']
    trace?: never
  }
  '/tasks/{id}/comments': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the comments of a task
     * @description Lists the comments of an active task, oldest first, as they are now: a comment is there as soon as its create has an answer.
     */
    get: operations['comments.list']
    put?: never
    /**
     * Comment on a task
     * @description Adds a comment to an active task. Its author is the member of the session, or the token. With an `Idempotency-Key`, or an `id` of your choice, a repeated request adds no second comment: it gets the first answer again, with `Idempotency-Replayed: true`. A task has at most 1,000 comments; they count in no quota of tasks.
     */
    post: operations['comments.create']
    delete?: never
    options?: never
    head?: never
    patch?: never
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
     * @description Lists all projects of the account, in pages. A token that is bound to projects gets only its own.
     */
    get: operations['projects.list']
    put?: never
    /**
     * Create a project
     * @description The new project has a quota of 10,000 tasks, unless the operator sets another one. A repeated request creates another project.
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
     * @description Returns the project with the exact number of its active tasks, its quota and its lanes.
     */
    get: operations['projects.get']
    put?: never
    post?: never
    /**
     * Delete a project
     * @description A project can be deleted only when all of its tasks are in the trash: a task that is done stands in the way, too. It is deleted at once. The tasks in its trash can then no longer be restored.
     */
    delete: operations['projects.delete']
    options?: never
    head?: never
    /**
     * Rename a project
     * @description Changes only the fields that you send.
     */
    patch: operations['projects.update']
    trace?: never
  }
  '/projects/{projectId}/import': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Import tasks from a file
     * @description Makes a task of each row, and missing lanes. The body is the file itself: at most 1 MiB and 2,000 tasks, in UTF-8. A row without a label is left out, and `failed` names it. What a task cannot hold of its row is cut or left out, and `warnings` says so. In NDJSON, lines `{"comment": {…}}` below a task are its comments, as in an export. The caller becomes their author, and their first line says who wrote them, and when. An import never changes a task: a row whose task an earlier import made is a duplicate, and gets the comments that it lacks. So it is safe to send the file again, even after you have corrected it. A column fills a field of the account if its name is `fields.<key>`, or the key or the label of the field. Another column goes to a field whose name means the same, such as `Due date` to `deadline`. JSON has `fields`. `fields_matched` names such fields. With `createFields=true`, the fields and options that the file needs are made. `timeZone` is the time zone of times without an offset. When `next_row` is not null, time ran out: send the file again with `fromRow`. It counts as one request for ten rows and comments.
     */
    post: operations['projects.import']
    delete?: never
    options?: never
    head?: never
    patch?: never
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
     * @description Adds a lane at the end and returns the whole project. With `taskStatus`, a task that enters the lane gets that status: by a create, a change, a move, a restore or an import, or from a form. If a request names a status, that one holds. The header `Location` has the path of the lane. With an `id`, a repeated request adds no second lane: it gets the project as it is now, with `Idempotency-Replayed: true`, unless the lane was deleted since.
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
     * @description The tasks of the lane stay, without a lane. The lane is listed until its last task has left it, but no other task can enter it. After a 503, repeat the request: it continues where it stopped.
     */
    delete: operations['lanes.delete']
    options?: never
    head?: never
    /**
     * Change a lane
     * @description Changes only the fields that you send. A new `taskStatus` applies to tasks that enter the lane from then on; those in it keep theirs. To move the lane, send either `beforeLaneId` or `afterLaneId`, not both.
     */
    patch: operations['lanes.update']
    trace?: never
  }
  '/fields': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the fields
     * @description Lists all fields of the account in their order. There is one page.
     */
    get: operations['fields.list']
    put?: never
    /**
     * Create a field
     * @description Adds a field at the end. Its key and type never change. An account has at most 50 fields, with 200 KiB of definitions. The key of a deleted field can be used again with the same type: tasks that still have its values keep them. An account remembers 200 deleted keys.
     */
    post: operations['fields.create']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/fields/{fieldKey}': {
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
     * Delete a field
     * @description The field takes no new values. Tasks keep the values that they have, and show them, until a change removes them with null. Lists can still be filtered by them. Create a field with the same key and type to bring it back.
     */
    delete: operations['fields.delete']
    options?: never
    head?: never
    /**
     * Change or move a field
     * @description Changes only what you send. `options` replaces the whole list: a value that you leave out is no longer accepted, and tasks that have it keep it. For up to a minute, requests may still accept that value. To move the field, send either `beforeKey` or `afterKey`, not both.
     */
    patch: operations['fields.update']
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
     * @description Lists the changes of the account after the cursor, oldest first. Without a cursor it starts from the beginning. Each task appears once, in its current state. While `has_more` is true, ask again at once with `next_cursor`, even if `changes` is empty. Then store `next_cursor`, which is always present, and poll with it. Changes of the last ten seconds are repeated in every poll, and later ones while the service cannot be sure that it has shown all that came before, so that no change is lost. The `id` of a write never changes: use it to recognize repeats. `origin` says how the last write came in, and with which token and `Origin-Id`. It is null if an earlier release made the last write. A program that also writes can leave out its own writes with `excludeOriginId` or `excludeSelf`. A cursor is valid for 40 days. To start from the lists instead, first get a cursor with `from=now`, then read the lists. You miss no change that is made in between.
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
  '/history': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the writes of all tasks
     * @description Lists the log of the account, newest first: each write of a task, when it was, who made it, which fields it changed, and their values before. It is kept for 40 days, or for as many as the operator has set, at most 400. An entry is there within seconds of its write. A request reads at most 4 MiB: with filters, a page can be short, or empty, and still have a `next_cursor`. Go on until that is null. A token that is bound to projects sees what happened to a task while it was there.
     */
    get: operations['history.list']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/reverts': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Take back what a token, a member, a rule or a form wrote
     * @description Takes back what one writer wrote in a time, up to `limit` tasks a request: each task becomes what it would be without these writes. Changed fields get the values from before, created tasks go to the trash, deleted ones come back to their places. What others changed since stays, and `kept` names it. Each task is one write, with `"via": "revert"` in its origin, which can be taken back like any other: send an `Origin-Id` of its own, and take back by that. A repeated request changes nothing. With `dryRun=true`, the answer is the same and nothing is written. Call again with `next_cursor` as `cursor` until it is null. A request has a time limit and begins nothing new after 4 MiB of history, so it can match few tasks, or none, and more may follow. Needs the scopes `write` and `read`, and `delete` for tasks that go to the trash. 10 tasks count as one request against the rate limits: where these allow no more, the answer is what was done until then, with `next_cursor`. Reasons in `kept`: `changed_since`: others changed it since; `in_trash`: others have moved the task to the trash; `lane_not_found`: the lane is deleted; `project_not_found`: the project is deleted, or the token is not for it; `field_not_found`: the field is deleted; `quota_exceeded`: the project has no room for the task; `insufficient_scope`: the task would go to the trash, for which the token needs the scope `delete`; `not_in_history`: the history lacks a later write of the task: it comes within seconds, or the account kept no history then; `too_many_writes`: the task has been written too often since, or with too long texts; `too_large`: the task would be too large. A `kept` without `fields` means that the task stays in the trash or out of it.
     */
    post: operations['reverts.create']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/tasks/{id}/history': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the writes of a task
     * @description Lists the writes of a task, newest first, as `GET /history` does for all tasks; also of a task in the trash. A write that changed nothing has no entry. An entry is there within seconds of its write.
     */
    get: operations['tasks.history']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/tasks/{id}/revert': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Take a task back to a version
     * @description Gives the task the values that it had at that version, in one write; its history has the versions. A task that was in the trash goes there, for which the token also needs the scope `delete`; one that was not comes out of it. A lane or a field of the account that was deleted since is left out. A task that has these values stays as it is, so you can safely repeat the request. `version_not_kept`: the history does not reach back so far, or the task has just changed and the history does not have that write yet. With `If-Match`, the write is done only if the task still has that version. Otherwise the answer is 412 with the current task and its `ETag`. A token without the scope `read` gets only the `ETag`. With `dryRun=true`, everything is checked and nothing is written. The answer has `Dry-Run: true`, and neither `ETag` nor `Location`; or it is the error that the write would get.
     */
    post: operations['tasks.revert']
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
     * @description Lists all forms of the account, oldest first, without their URLs and secrets.
     */
    get: operations['forms.list']
    put?: never
    /**
     * Create a form
     * @description Only this answer has the `url`; no later answer shows it again. Anyone who knows the URL can send submissions. Also needs the scope `write`. An account can have at most 50 forms.
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
     * @description Returns the form. `held_count` is the number of submissions that wait for a replay. A form holds at most 1000 submissions.
     */
    get: operations['forms.get']
    put?: never
    post?: never
    /**
     * Delete a form
     * @description The URL of the form stops working within a minute. Its submissions can no longer be read. Its tasks stay.
     */
    delete: operations['forms.delete']
    options?: never
    head?: never
    /**
     * Change a form
     * @description Changes only the fields that you send. Null removes a setting. A change takes effect within a minute. Also needs the scope `write`.
     */
    patch: operations['forms.update']
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
     * @description Shows which fields the form reads from a sample, and which task it would create. Nothing is stored. If the sample would create no task, `task` is null and `warnings` say why. `comment_on` names the task on which it would be a comment instead, if the project has that task.
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
     * @description Maps up to 100 held submissions again with the current settings, oldest first, and creates their tasks or comments. While `has_more` is true, call it again with `next_cursor` as `cursor`. No submission creates anything twice. Also needs the scope `write`.
     */
    post: operations['forms.replay']
    delete?: never
    options?: never
    head?: never
    patch?: never
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
     * @description The old URL stays valid for `oldValidHours`, so that no submission is lost while you change the URL at the sender. With 0 it stops working within a minute. Also needs the scope `write`.
     */
    post: operations['forms.rotate-url']
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
     * @description Accepts JSON, `application/x-www-form-urlencoded` and `multipart/form-data`, at most 64 KiB, in UTF-8 or in a charset that the request names. Of a file, only the name and size are kept. No token is needed, because the key is in the path. Query parameters are ignored, because some senders add their own. 200 means that the submission is stored. It either created a task or a comment, or it is held because that is not possible now. A repeated submission creates nothing twice. A list of up to 100 events, in JSON, is as many submissions: `submission_ids` names them in the order of the list, and the request counts as that many. If one of them cannot be stored, the answer is its error; the same list again stores the rest. A browser gets a page or is redirected to `redirect_url`. The answer never shows a task.
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
     * @description Lists the submissions of a form, newest first, in pages, without their bodies; `words` has the first two values. A page can have fewer entries than `limit` and still have a `next_cursor`. Also needs the scope `read`.
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
     * @description Returns the submission with its body as it was sent, but without uploaded files. Also needs the scope `read`.
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
     * @description Maps the submission again with the current settings, and creates its task or comment if it has none. No submission creates anything twice. Also needs the scope `write`.
     */
    post: operations['submissions.replay']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/webhooks': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List webhooks
     * @description Lists all webhooks of the account, oldest first, without their secrets and the values of their headers.
     */
    get: operations['webhooks.list']
    put?: never
    /**
     * Create a webhook
     * @description Only this answer has the `secret`, with which deliveries are signed; no later answer shows it again. Every write from now on is delivered. The URL must begin with https:// and lead to a public address; a service on one machine also takes http://localhost. Also needs the scope `read`. An account can have at most 50 webhooks.
     */
    post: operations['webhooks.create']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/webhooks/{webhookId}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Read a webhook
     * @description Returns the webhook. `failing_since` is the time since which its deliveries have failed. If all events wait for its receiver, `next_attempt_at` is the time of the next attempt.
     */
    get: operations['webhooks.get']
    put?: never
    post?: never
    /**
     * Delete a webhook
     * @description Its receiver gets nothing more. Its deliveries can no longer be read.
     */
    delete: operations['webhooks.delete']
    options?: never
    head?: never
    /**
     * Change a webhook
     * @description Changes only the fields that you send. Null removes a setting. With `"status": "active"` it starts again, clears the failures of its receiver, and sends all waiting events at once. A paused or disabled webhook gets no events. Earlier events wait until it is active; later ones can be replayed for 30 days. Also needs the scope `read`.
     */
    patch: operations['webhooks.update']
    trace?: never
  }
  '/webhooks/{webhookId}/replay': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Replay events
     * @description Sends events again, in their order: those since `from`, or since a cursor of `GET /changes`. One call queues about 1,000 events. While `has_more` is true, call it again with `next_from` as `from`. A paused or disabled webhook gets them once it is active. Also needs the scope `read`.
     */
    post: operations['webhooks.replay']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/webhooks/{webhookId}/rotate-secret': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Give a webhook a new secret
     * @description Deliveries are also signed with the old secret for `oldValidHours`, so that none is refused while you change your receiver. Also needs the scope `read`.
     */
    post: operations['webhooks.rotate-secret']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/webhooks/{webhookId}/test': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Test a webhook
     * @description Sends the event `webhook.test` now, in the format of the webhook, signed and with the headers of a delivery. Returns what was sent, and what the receiver answered within 8 seconds. It works whatever the status of the webhook is. It is not listed with the deliveries.
     */
    post: operations['webhooks.test']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/webhooks/{webhookId}/deliveries': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List deliveries
     * @description Lists the deliveries of a webhook, newest first, in pages. A page can have fewer entries than `limit` and still have a `next_cursor`. Also needs the scope `read`.
     */
    get: operations['deliveries.list']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/webhooks/{webhookId}/deliveries/{deliveryId}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Read a delivery
     * @description Returns the delivery with the body that was sent and the first 1 KiB of the answer. Also needs the scope `read`.
     */
    get: operations['deliveries.get']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Send a delivery again
     * @description Sends the event again with the same id; its attempts start at 1. If the webhook is not active, the event waits until it is. An event that is no longer kept gets 404. Also needs the scope `read`.
     */
    post: operations['deliveries.redeliver']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/rules': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List rules
     * @description Lists the rules of the account, oldest first; with `projectId`, those of one project.
     */
    get: operations['rules.list']
    put?: never
    /**
     * Create a rule
     * @description Creates a rule, which then acts by itself. With `dryRun=true`, nothing is stored, and `preview` has the next 10 times of a schedule, the first tasks of a date with their times, or the tasks that meet the conditions of an event now. Also needs the scopes `read` and `write`, and `delete` if the action moves tasks into the trash. An account can have at most 50 rules.
     */
    post: operations['rules.create']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/rules/{ruleId}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Get a rule
     * @description Returns a rule with its next time and its last run.
     */
    get: operations['rules.get']
    put?: never
    post?: never
    /**
     * Delete a rule
     * @description Deletes a rule. Its log can no longer be read. The tasks that it created stay.
     */
    delete: operations['rules.delete']
    options?: never
    head?: never
    /**
     * Change a rule
     * @description Changes only the fields that you send; `trigger` and `action` are replaced as a whole. A new trigger, and a rule that becomes `active`, count from now on: what was missed meanwhile is not made up for. Also needs the scopes `read` and `write`, and `delete` if the action moves tasks into the trash.
     */
    patch: operations['rules.update']
    trace?: never
  }
  '/rules/{ruleId}/preview': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Preview a rule
     * @description Shows the next times at which a rule runs: `count` of them, 10 by default and at most 50; for a date also the task. An event has no times. A rule whose `status` is not `active` does not run: it shows when it would. Also needs the scope `read`.
     */
    get: operations['rules.preview']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/rules/{ruleId}/runs': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the runs of a rule
     * @description Lists the log of a rule, newest first, in pages: each run, and each occurrence that was skipped, of the last 30 days. A page can have fewer entries than `limit` and still have a `next_cursor`.
     */
    get: operations['runs.list']
    put?: never
    /**
     * Run a rule now
     * @description Runs a rule once, whatever its trigger says about time, also if it is paused. A rule with the trigger `date` or `event` runs for the task that `taskId` names. What takes longer than the request goes on afterwards: `ended_at` is null then. If the run fails, its `error` says why. With `dryRun=true` nothing is written: the answer says what the run would do, with the task or the comment that it would create in `preview`, or is the error that it would have. Also needs the scopes `read` and `write`, and `delete` if the action moves tasks into the trash.
     */
    post: operations['runs.create']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/calendars': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List calendars
     * @description Lists all calendars of the account, oldest first, without their URLs.
     */
    get: operations['calendars.list']
    put?: never
    /**
     * Create a calendar
     * @description Only this answer has the `url`, to which calendar programs subscribe; no later answer shows it again. Anyone who knows the URL sees the calendar. Also needs the scope `read`. An account can have at most 50 calendars.
     */
    post: operations['calendars.create']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/calendars/{calendarId}': {
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
     * Delete a calendar
     * @description The URL of the calendar stops working within a minute. The tasks stay.
     */
    delete: operations['calendars.delete']
    options?: never
    head?: never
    /**
     * Change a calendar
     * @description Changes only the fields that you send. The URL stays the same. A change takes effect within a minute, and in a calendar program when it asks again. Also needs the scope `read`.
     */
    patch: operations['calendars.update']
    trace?: never
  }
  '/calendars/{calendarKey}.ics': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Read a calendar
     * @description Returns the calendar as [RFC 5545](https://www.rfc-editor.org/rfc/rfc5545) describes it, for programs that subscribe to its URL. Each task that is not done and has a value of the calendar's field is an event; its `UID` is the id of the task. A date is a whole day, and a time is a moment in UTC. A description is cut after 500 characters. No token is needed, because the key is in the path. Query parameters are ignored. A calendar has at most 5,000 entries and 4 MiB: if there are more, the earliest are left out. It reads at most 32 MiB of tasks: of the projects of the calendar the first in their order, else those of the account that changed last. With `If-None-Match`, the answer is an empty 304 if the calendar has not changed. A calendar answers 60 times a minute, and each MiB of tasks that it reads counts as one answer.
     */
    get: operations['calendars.read']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/calendars/{calendarId}/rotate-url': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Give a calendar a new URL
     * @description The old URL stays valid for `oldValidHours`, so that those who have subscribed can change it. With 0 it stops working within a minute: do that if somebody knows it who should not. Also needs the scope `read`.
     */
    post: operations['calendars.rotate-url']
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
     * @description Lists the live tokens of the account, without their secrets. An account has at most 50 live tokens.
     */
    get: operations['tokens.list']
    put?: never
    /**
     * Create a token
     * @description Only this answer has the secret; no later answer shows it again. The new token can have only scopes that your own token has. If your own token expires, `expiresAt` is required and must not be later. Otherwise, without `expiresAt`, the token is valid until it is revoked. The time of expiry is rounded down to a whole second. With `projectIds`, the token sees and writes only these projects, and everything that concerns the whole account is refused. A token that is bound to projects can only make tokens that are bound to the same projects or fewer.
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
     * @description The token stops working within a minute. It cannot create or revoke tokens from the moment it is revoked. A token can revoke itself.
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
     * @description Returns the scopes and the expiry of the token in use, the plan and the time zone of its account, and in `member` who `me` is in a search: the person who has signed in, or who created the token; null if that was not a member. Any token can call it.
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
  '/mcp': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Call the tools of an agent
     * @description The endpoint of the Model Context Protocol (MCP), through which assistants use this service. Give its URL and a token to your assistant; `docs/recipes/agents.md` says how. It takes one JSON-RPC message, not a list of them, and answers with one: `initialize`, `tools/list`, `tools/call`, `ping` and `server/discover`, in the protocol's revisions from 2024-11-05 to 2026-07-28. It keeps no session, so GET and DELETE get 405. A notification gets 202 without a body. `tools/list` names the tools that the scopes of the token allow. If a tool refuses, the result has `isError` and the error that the API's endpoint would answer. Errors of the protocol itself are JSON-RPC errors, some with the status 400 or 404. Errors about the token, the limits or the size of the body, and our own faults, are errors of this API. A tool takes up to 25 tasks; every ten count as one request against the rate limits. Such writes have `"via": "mcp"` in the change feed and in events.
     */
    post: operations['mcp.call']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/members': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List members
     * @description Lists all members of the account, sorted by e-mail address, without pages. An account has at most 500 members.
     */
    get: operations['members.list']
    put?: never
    /**
     * Add a member
     * @description From then on, a person who signs in with this e-mail address gets a session of this account. No message is sent. The token needs all scopes, because a member can get all of them.
     */
    post: operations['members.create']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/sessions': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Sign in
     * @description Needs no token. Exchanges the code that the identity provider sent to the browser, and finds the members with the e-mail address that the provider verified. The session is a token for 12 hours, with the scopes of the member's role. A member has at most 10 sessions: another one ends the oldest. If several accounts have a member with the address, the answer is 200 with these accounts and a `ticket`: then send the ticket with the `accountId` that the person has chosen. One address may try 60 times a minute. Without an identity provider, the answer is 404 `route_not_found`.
     */
    post: operations['sessions.create']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/sign-in': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Ask how people sign in
     * @description Needs no token. `provider` describes the identity provider of this service, and where to send a person who wants to sign in (OpenID Connect, authorization code with PKCE). It is null if people cannot sign in here. While the provider does not answer, the answer is 503 `service_unavailable`.
     */
    get: operations['sign-in.get']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/members/{memberId}': {
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
     * Remove a member
     * @description The sessions of the member end within a minute. Tokens that the member created stay, because they belong to the account: `created_by` in the list of tokens shows them. In a session, the only administrator cannot remove themselves.
     */
    delete: operations['members.delete']
    options?: never
    head?: never
    /**
     * Change a member
     * @description Changes only what you send. The sessions of the member get the new role within a minute. The e-mail address cannot change: another address is another member. The token needs all scopes, because a member can get all of them. In a session, the only administrator cannot give up that role.
     */
    patch: operations['members.update']
    trace?: never
  }
  '/sessions/self': {
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
     * Sign out
     * @description Ends the session whose token the request has. The token stops working within a minute. A token that is not a session is not changed.
     */
    delete: operations['sessions.delete']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/health': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Ask whether the service answers
     * @description Needs no token. 200 means that the service answers, and that its table answered at most 5 seconds ago; it has the version of the service. While the table does not answer, the answer is 503 `service_unavailable`.
     */
    get: operations['health.get']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
}
export interface webhooks {
  'task.created': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * task.created
     * @description A task was made.
     */
    post: operations['events.task.created']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'task.completed': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * task.completed
     * @description The status of a task became 2.
     */
    post: operations['events.task.completed']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'task.reopened': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * task.reopened
     * @description The status of a task was 2, and is no longer.
     */
    post: operations['events.task.reopened']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'task.updated': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * task.updated
     * @description Anything else about a task changed, including its place.
     */
    post: operations['events.task.updated']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'task.deleted': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * task.deleted
     * @description A task went to the trash.
     */
    post: operations['events.task.deleted']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'task.restored': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * task.restored
     * @description A task came back from the trash.
     */
    post: operations['events.task.restored']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'comment.created': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * comment.created
     * @description Somebody commented on a task. A webhook gets this only if its `eventTypes` list it, or `comment.*`.
     */
    post: operations['events.comment.created']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'comment.updated': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * comment.updated
     * @description A comment was changed. A webhook gets this only if its `eventTypes` list it, or `comment.*`.
     */
    post: operations['events.comment.updated']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'comment.deleted': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * comment.deleted
     * @description A comment was deleted, and not only put into the trash with its task. A webhook gets this only if its `eventTypes` list it, or `comment.*`.
     */
    post: operations['events.comment.deleted']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'webhook.failing': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * webhook.failing
     * @description Another webhook of the account has failed for 24 hours. A webhook gets this only if its `eventTypes` list it.
     */
    post: operations['events.webhook.failing']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'webhook.disabled': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * webhook.disabled
     * @description Another webhook of the account was disabled. A webhook gets this only if its `eventTypes` list it.
     */
    post: operations['events.webhook.disabled']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'form.submission_held': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * form.submission_held
     * @description A submission waits, because it could not become a task. A webhook gets this only if its `eventTypes` list it.
     */
    post: operations['events.form.submission_held']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'rule.fired': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * rule.fired
     * @description A rule with the action `notify` has fired. It is no write of a task. A webhook gets this only if its `eventTypes` list it.
     */
    post: operations['events.rule.fired']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'rule.failed': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * rule.failed
     * @description A run of a rule failed. A webhook gets this only if its `eventTypes` list it.
     */
    post: operations['events.rule.failed']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'rule.disabled': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * rule.disabled
     * @description The service has stopped a rule. A webhook gets this only if its `eventTypes` list it.
     */
    post: operations['events.rule.disabled']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'webhook.test': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * webhook.test
     * @description `POST /webhooks/{webhookId}/test` was called.
     */
    post: operations['events.webhook.test']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
}
export interface components {
  schemas: {
    Task: {
      /**
       * Format: uuid
       * @description The id of the task
       */
      id: string
      /** @description The title of the task, 1–500 characters */
      label: string
      /**
       * @description 0 is open, 1 is in progress, 2 is done
       * @enum {integer}
       */
      status: 0 | 1 | 2
      /**
       * Format: uuid
       * @description The project of the task
       */
      project_id: string
      /** @description The lane that the task is in, or null */
      workflow_lane_id: string | null
      /** @description The position of the task in its project. Tasks are sorted by this text, byte by byte. Two moves at the same time can give two tasks the same text; these are sorted by id */
      position: string
      /** @description At most 10,000 characters, or null */
      description: string | null
      /** @description The subtasks in their order, at most 100 */
      subtasks: components['schemas']['Subtask'][]
      /** @description The id of the task in your system; present only if it was set */
      external_id?: string
      /** @description The values of the account's own fields, by their keys; present only if one is set */
      fields?: {
        [key: string]:
          | string
          | number
          | boolean
          | string[]
          | {
              id: string
              email: string
            }
      }
      /**
       * Format: date-time
       * @description When the task was created
       */
      created_at: string
      /**
       * Format: date-time
       * @description When the task last changed
       */
      updated_at: string
    }
    Subtask: {
      /**
       * Format: uuid
       * @description The id of the subtask
       */
      id: string
      /** @description The text of the subtask, 1–500 characters */
      label: string
      /** @description Whether the subtask is done */
      is_completed: boolean
    }
    Comment: {
      /**
       * Format: uuid
       * @description The id of the comment
       */
      id: string
      /**
       * Format: uuid
       * @description The task that it is about
       */
      task_id: string
      /** @description What it says, 1–10,000 characters, at least one of them visible. It is Markdown, and stored unchanged */
      text: string
      /** @description Who wrote it: a member, a token, a form or a rule. `name` is the e-mail address of the member, or the name of the other, when it was written */
      author: {
        /** @enum {string} */
        kind: 'member' | 'token' | 'form' | 'rule'
        /** Format: uuid */
        id: string
        name: string
      }
      /** @description Its id in another system; absent if it was not set. It cannot be changed */
      external_id?: string
      /**
       * Format: date-time
       * @description When it was written
       */
      created_at: string
      /**
       * Format: date-time
       * @description When it was last changed
       */
      updated_at: string
    }
    OperationResult: {
      /** @description The status that the single endpoint would answer with */
      status: number
      /** @description The task as it is now; absent after a deletion or an error, and where the answer would exceed 4 MiB */
      task?: components['schemas']['Task']
      /** @description The version of the task; with precondition_failed, its current version */
      version?: number
      /**
       * @description Present if an earlier request with the same `Idempotency-Key`, or the same id of its choice, created the task
       * @constant
       */
      replayed?: true
      /** @description Why the operation failed; present if `status` is 400 or more */
      error?: components['schemas']['OperationError']
    }
    OperationError: {
      /**
       * @description The error code; use it to decide what to do
       * @enum {string}
       */
      code:
        | 'invalid_request'
        | 'invalid_token'
        | 'invalid_signature'
        | 'sign_in_failed'
        | 'forbidden'
        | 'insufficient_scope'
        | 'plan_required'
        | 'project_bound_token'
        | 'not_a_member'
        | 'task_not_found'
        | 'project_not_found'
        | 'lane_not_found'
        | 'subtask_not_found'
        | 'comment_not_found'
        | 'field_not_found'
        | 'token_not_found'
        | 'member_not_found'
        | 'session_not_found'
        | 'form_not_found'
        | 'submission_not_found'
        | 'webhook_not_found'
        | 'delivery_not_found'
        | 'rule_not_found'
        | 'calendar_not_found'
        | 'route_not_found'
        | 'method_not_allowed'
        | 'project_not_empty'
        | 'external_id_exists'
        | 'id_exists'
        | 'field_exists'
        | 'member_exists'
        | 'last_admin'
        | 'version_not_kept'
        | 'cursor_expired'
        | 'precondition_failed'
        | 'payload_too_large'
        | 'unsupported_media_type'
        | 'idempotency_key_reused'
        | 'id_reused'
        | 'quota_exceeded'
        | 'rate_limited'
        | 'headers_too_large'
        | 'internal_error'
        | 'service_unavailable'
      /** @description What to change, as a text for people */
      message: string
      /** @description The link to the explanation of this code. It is a path if the service does not know its own address */
      docs: string
      /** @description The fields of the operation that are not valid */
      details?: {
        path: string
        message: string
      }[]
      /**
       * @description The scope that is needed; only with insufficient_scope
       * @enum {string}
       */
      required_scope?: 'read' | 'write' | 'delete' | 'admin' | 'hooks'
      /** @description The task that has the external id; only with external_id_exists */
      task_id?: string
      /** @description The current task; only with precondition_failed, and only if the token has the scope read */
      task?: components['schemas']['Task']
    }
    TrashedTask: {
      /**
       * Format: uuid
       * @description The id of the task
       */
      id: string
      /** @description The title of the task, 1–500 characters */
      label: string
      /**
       * @description 0 is open, 1 is in progress, 2 is done
       * @enum {integer}
       */
      status: 0 | 1 | 2
      /**
       * Format: uuid
       * @description The project of the task
       */
      project_id: string
      /** @description The lane that the task is in, or null */
      workflow_lane_id: string | null
      /** @description The position of the task in its project. Tasks are sorted by this text, byte by byte. Two moves at the same time can give two tasks the same text; these are sorted by id */
      position: string
      /** @description At most 10,000 characters, or null */
      description: string | null
      /** @description The subtasks in their order, at most 100 */
      subtasks: components['schemas']['Subtask'][]
      /** @description The id of the task in your system; present only if it was set */
      external_id?: string
      /** @description The values of the account's own fields, by their keys; present only if one is set */
      fields?: {
        [key: string]:
          | string
          | number
          | boolean
          | string[]
          | {
              id: string
              email: string
            }
      }
      /**
       * Format: date-time
       * @description When the task was created
       */
      created_at: string
      /**
       * Format: date-time
       * @description When the task last changed
       */
      updated_at: string
      /**
       * Format: date-time
       * @description When the task was moved to the trash
       */
      deleted_at: string
      /**
       * Format: date-time
       * @description When the task is deleted for good, 40 days after `deleted_at`
       */
      purge_at: string
    }
    CommentChange:
      | {
          id: string
          version: number
          origin: {
            /** @enum {string} */
            via: 'api' | 'form' | 'import' | 'mcp' | 'rule' | 'revert'
            token_id: string | null
            origin_id: string | null
            member_id: string | null
            rule_id: string | null
          } | null
          /** @constant */
          type: 'updated'
          comment: components['schemas']['Comment']
        }
      | {
          id: string
          version: number
          origin: {
            /** @enum {string} */
            via: 'api' | 'form' | 'import' | 'mcp' | 'rule' | 'revert'
            token_id: string | null
            origin_id: string | null
            member_id: string | null
            rule_id: string | null
          } | null
          /** @constant */
          type: 'deleted'
          /** @constant */
          reason?: 'moved'
          comment: {
            /** Format: uuid */
            id: string
            /** Format: uuid */
            task_id: string
            external_id?: string
            /** Format: date-time */
            deleted_at: string
          }
        }
    Project: {
      /**
       * Format: uuid
       * @description The id of the project
       */
      id: string
      /** @description The name of the project, 1–500 characters */
      label: string
      /** @description The number of active tasks in it, without tasks in the trash */
      task_count: number
      /** @description The most active tasks that it may hold */
      task_quota: number
      /** @description The lanes of the project, in their order, at most 50 */
      workflow_lanes: {
        /**
         * Format: uuid
         * @description The id of the lane
         */
        id: string
        /** @description The name of the lane, 1–500 characters */
        label: string
        /** @description The number of active tasks in it, without tasks in the trash */
        task_count: number
        /** @description The status that a task gets when it enters the lane, unless its request names one: 0, 1 or 2, or null for none */
        task_status: (0 | 1 | 2) | null
      }[]
      /**
       * Format: date-time
       * @description When the project was created
       */
      created_at: string
      /**
       * Format: date-time
       * @description When the project last changed
       */
      updated_at: string
    }
    Field: {
      /** @description The name of the field in requests and answers: a lower-case letter, then at most 39 lower-case letters, digits and underscores; it never changes */
      key: string
      /** @description The name that people read, 1–60 characters */
      label: string
      /**
       * @description What the field holds; it never changes
       * @enum {string}
       */
      type:
        'text' | 'number' | 'checkbox' | 'date' | 'datetime' | 'select' | 'multi_select' | 'url' | 'member'
      /** @description 1–50 options, in their order; only for the types select and multi_select */
      options?: {
        /** @description What tasks hold, 1–60 characters without comma, semicolon and line break; it never changes */
        value: string
        /** @description The text that people read; by default the value */
        label: string
        /**
         * @description One of gray, red, orange, yellow, green, teal, blue, purple, pink; absent if it has none
         * @enum {string}
         */
        color?: 'gray' | 'red' | 'orange' | 'yellow' | 'green' | 'teal' | 'blue' | 'purple' | 'pink'
      }[]
      /**
       * Format: date-time
       * @description When the field was created
       */
      created_at: string
      /**
       * Format: date-time
       * @description When the field last changed
       */
      updated_at: string
    }
    Change:
      | {
          id: string
          version: number
          origin: {
            /** @enum {string} */
            via: 'api' | 'form' | 'import' | 'mcp' | 'rule' | 'revert'
            token_id: string | null
            origin_id: string | null
            member_id: string | null
            rule_id: string | null
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
            via: 'api' | 'form' | 'import' | 'mcp' | 'rule' | 'revert'
            token_id: string | null
            origin_id: string | null
            member_id: string | null
            rule_id: string | null
          } | null
          /** @constant */
          type: 'deleted'
          /** @constant */
          reason?: 'moved'
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
    HistoryEntry: {
      /** @description The id of the write: its webhook event, and the change feed, have the same one */
      id: string
      /**
       * @description What the write did: the type of its webhook event
       * @enum {string}
       */
      type:
        | 'task.created'
        | 'task.completed'
        | 'task.reopened'
        | 'task.updated'
        | 'task.deleted'
        | 'task.restored'
      /**
       * Format: date-time
       * @description When it was
       */
      at: string
      /**
       * Format: uuid
       * @description The task that it wrote
       */
      task_id: string
      /**
       * Format: uuid
       * @description The project of the task after the write
       */
      project_id: string
      /** @description The title of the task after the write */
      label: string
      /** @description The version that the write gave the task */
      version: number
      /** @description The fields that it changed; empty if it created, deleted or restored the task */
      changed: (
        | (
            | 'label'
            | 'status'
            | 'project_id'
            | 'workflow_lane_id'
            | 'position'
            | 'description'
            | 'subtasks'
            | 'external_id'
          )
        | string
      )[]
      /** @description The values of these fields before the write */
      previous: {
        label?: string
        /** @enum {integer} */
        status?: 0 | 1 | 2
        /** Format: uuid */
        project_id?: string
        workflow_lane_id?: string | null
        position?: string
        description?: string | null
        subtasks?: components['schemas']['Subtask'][]
        external_id?: string
        fields?: {
          [key: string]:
            | (
                | string
                | number
                | boolean
                | string[]
                | {
                    id: string
                    email: string
                  }
              )
            | null
        }
      }
      /** @description How the write came in, as in the change feed; null if an earlier release made it */
      origin: {
        /** @enum {string} */
        via: 'api' | 'form' | 'import' | 'mcp' | 'rule' | 'revert'
        token_id: string | null
        origin_id: string | null
        member_id: string | null
        rule_id: string | null
      } | null
      /** @description The member who made it in a session; else null. `email` is null if the member was removed since */
      member: {
        /** Format: uuid */
        id: string
        email: string | null
      } | null
      /**
       * @description `moved`, for a token that is bound to projects: the task has entered or left these; else absent
       * @constant
       */
      reason?: 'moved'
      /** @description The fields that `previous` can lack because the task is larger than 100 KiB; else absent */
      truncated?: ('description' | 'subtasks' | 'fields')[]
    }
    Form: {
      /**
       * Format: uuid
       * @description The id of the form
       */
      id: string
      /** @description The name of the form, 1–500 characters */
      name: string
      /**
       * Format: uuid
       * @description The project that its tasks are created in
       */
      project_id: string
      /** @description The form service that sends the submissions; null if it is detected from each submission */
      source: ('github' | 'typeform' | 'tally' | 'jotform' | 'formbricks' | 'google' | 'generic') | null
      /** @description How a submission becomes a task; with null, a subject, a message or the first text that a person wrote is the label, and all fields are the description */
      mapping: {
        label?: string
        /** @enum {integer} */
        status?: 0 | 1 | 2
        /** Format: uuid */
        workflow_lane_id?: string
        description?: string
        external_id?: string
        fields?: {
          [key: string]: string
        }
        comment_on?: string
      } | null
      /** @description The signature scheme of submissions; null if signatures are not checked */
      signature: ('typeform' | 'tally' | 'github' | 'standard' | 'hmac' | 'header') | null
      /** @description The key of a hidden field against spam; null if there is none */
      honeypot: string | null
      /** @description The URL that a browser is redirected to after it has sent the form; with null it gets a page of this service */
      redirect_url: string | null
      /** @description The websites that can send submissions; null if all can */
      allowed_origins: string[] | null
      /** @description The field that identifies duplicate submissions; with null, the id that the form service sends identifies them */
      dedupe_by: string | null
      /** @description The time zone of times that submissions have without an offset, such as Europe/Berlin; with null, that of the account, else UTC */
      time_zone: string | null
      /** @description Whether submissions are held and create no tasks */
      paused: boolean
      /** @description The most submissions that it accepts per minute */
      rate_limit: number
      /** @description The number of days that a submission is kept */
      retention_days: number
      /** @description The number of submissions that wait for a replay, at most 1000 */
      held_count: number
      /** @description Until when a URL that was replaced still works; null if none does */
      old_url_until: string | null
      /**
       * Format: date-time
       * @description When the form was created
       */
      created_at: string
      /**
       * Format: date-time
       * @description When the form last changed
       */
      updated_at: string
    }
    Submission: {
      /**
       * Format: uuid
       * @description The id of the submission
       */
      id: string
      /**
       * Format: date-time
       * @description When the submission arrived
       */
      received_at: string
      /**
       * @description `created`: it created a task, or a comment on one; `duplicate`: its task or comment already existed; `held`: it waits for a replay; `spam`: it was recognized as spam; `ignored`: it is not a real submission, such as a test message
       * @enum {string}
       */
      outcome: 'created' | 'duplicate' | 'held' | 'spam' | 'ignored'
      /** @description Why it created no task, or that the task has only a part of it; otherwise null */
      reason: string | null
      /** @description The task of the submission; null if there is none */
      task_id: string | null
      /**
       * Format: uuid
       * @description The comment that it created on the task; absent if it created none
       */
      comment_id?: string
      /** @description Values that the account's fields did not take, and texts that may have been read wrongly; the task was made all the same */
      warnings: string[]
      /** @description The first 2 values that the sender filled in, each cut to 80 characters; only in lists */
      words?: string[]
    }
    WholeSubmission: {
      /**
       * Format: uuid
       * @description The id of the submission
       */
      id: string
      /**
       * Format: date-time
       * @description When the submission arrived
       */
      received_at: string
      /**
       * @description `created`: it created a task, or a comment on one; `duplicate`: its task or comment already existed; `held`: it waits for a replay; `spam`: it was recognized as spam; `ignored`: it is not a real submission, such as a test message
       * @enum {string}
       */
      outcome: 'created' | 'duplicate' | 'held' | 'spam' | 'ignored'
      /** @description Why it created no task, or that the task has only a part of it; otherwise null */
      reason: string | null
      /** @description The task of the submission; null if there is none */
      task_id: string | null
      /**
       * Format: uuid
       * @description The comment that it created on the task; absent if it created none
       */
      comment_id?: string
      /** @description Values that the account's fields did not take, and texts that may have been read wrongly; the task was made all the same */
      warnings: string[]
      /** @description The first 2 values that the sender filled in, each cut to 80 characters; only in lists */
      words?: string[]
      /** @description The body as it was sent, with the name and size of each uploaded file instead of the file; in base64 if it is not UTF-8 */
      raw: {
        content_type: string
        body: string
        is_base64: boolean
      }
    }
    Webhook: {
      /**
       * Format: uuid
       * @description The id of the webhook
       */
      id: string
      /** @description The URL of the receiver */
      url: string
      /** @description The types of events that it gets */
      event_types: (
        | 'task.*'
        | 'task.created'
        | 'task.completed'
        | 'task.reopened'
        | 'task.updated'
        | 'task.deleted'
        | 'task.restored'
        | 'comment.*'
        | 'comment.created'
        | 'comment.updated'
        | 'comment.deleted'
        | 'webhook.failing'
        | 'webhook.disabled'
        | 'form.submission_held'
        | 'rule.fired'
        | 'rule.failed'
        | 'rule.disabled'
      )[]
      /** @description The projects whose tasks and rules it gets; null if it gets all */
      project_ids: string[] | null
      /** @description Whether a token that is bound to projects made or changed it. If so, it gets nothing about other projects: a task that leaves its projects is `task.deleted`, one that enters them is `task.created`, both with `data.reason` = `moved` */
      bound: boolean
      /** @description It gets `task.updated`, `task.completed` and `task.reopened` only if one of these fields changed; null if any field counts */
      changed_fields:
        | (
            | (
                | 'label'
                | 'status'
                | 'project_id'
                | 'workflow_lane_id'
                | 'position'
                | 'description'
                | 'subtasks'
                | 'external_id'
                | 'fields'
              )
            | string
          )[]
        | null
      /** @description It gets no event of writes that named one of these origins; null if there are none */
      exclude_origin_ids: string[] | null
      /** @description It gets no event of writes by one of these tokens; null if there are none */
      exclude_token_ids: string[] | null
      /** @description The names of the headers that each delivery has in addition; null if there are none */
      header_names: string[] | null
      /** @description A note for people */
      description: string | null
      /**
       * @description What it is sent: `standard`, the event; or a line for people, as `slack`, `discord`, `teams` or `ntfy` takes it
       * @enum {string}
       */
      format: 'standard' | 'slack' | 'discord' | 'teams' | 'ntfy'
      /**
       * @description `active`: it gets events; `paused`: a person has paused it; `disabled`: its receiver answered 410, or failed for 75 hours. `active` starts it again
       * @enum {string}
       */
      status: 'active' | 'paused' | 'disabled'
      /** @description Why it is disabled; null if it is not */
      disabled_reason: string | null
      /** @description The time of the first failed delivery since the last that succeeded; null if none failed */
      failing_since: string | null
      /** @description How many times in a row its receiver was out of reach, or took none of five events in a row. A refused event waits by itself */
      consecutive_failures: number
      /** @description When the receiver is tried again, if all events wait for it; otherwise null. A refused event waits by itself */
      next_attempt_at: string | null
      /**
       * Format: date-time
       * @description When the webhook was created
       */
      created_at: string
      /**
       * Format: date-time
       * @description When a person last changed it
       */
      updated_at: string
    }
    Delivery: {
      /**
       * Format: uuid
       * @description The id of the delivery
       */
      id: string
      /** @description The id of the event, which is also the header `webhook-id` */
      event_id: string
      /**
       * @description The type of the event
       * @enum {string}
       */
      event_type:
        | 'task.created'
        | 'task.completed'
        | 'task.reopened'
        | 'task.updated'
        | 'task.deleted'
        | 'task.restored'
        | 'comment.created'
        | 'comment.updated'
        | 'comment.deleted'
        | 'webhook.failing'
        | 'webhook.disabled'
        | 'form.submission_held'
        | 'rule.fired'
        | 'rule.failed'
        | 'rule.disabled'
      /** @description Which try of this event it was, from 1 */
      attempt: number
      /**
       * @description `delivered`: the receiver answered 2xx; `failed`: it is tried again; `exhausted`: it was the last try
       * @enum {string}
       */
      outcome: 'delivered' | 'failed' | 'exhausted'
      /** @description The HTTP status of the receiver; null if it did not answer */
      status: number | null
      /** @description How long the receiver took, in milliseconds */
      duration_ms: number
      /** @description Why it failed; null if it did not */
      error: string | null
      /**
       * Format: date-time
       * @description When it was sent
       */
      attempted_at: string
    }
    WholeDelivery: {
      /**
       * Format: uuid
       * @description The id of the delivery
       */
      id: string
      /** @description The id of the event, which is also the header `webhook-id` */
      event_id: string
      /**
       * @description The type of the event
       * @enum {string}
       */
      event_type:
        | 'task.created'
        | 'task.completed'
        | 'task.reopened'
        | 'task.updated'
        | 'task.deleted'
        | 'task.restored'
        | 'comment.created'
        | 'comment.updated'
        | 'comment.deleted'
        | 'webhook.failing'
        | 'webhook.disabled'
        | 'form.submission_held'
        | 'rule.fired'
        | 'rule.failed'
        | 'rule.disabled'
      /** @description Which try of this event it was, from 1 */
      attempt: number
      /**
       * @description `delivered`: the receiver answered 2xx; `failed`: it is tried again; `exhausted`: it was the last try
       * @enum {string}
       */
      outcome: 'delivered' | 'failed' | 'exhausted'
      /** @description The HTTP status of the receiver; null if it did not answer */
      status: number | null
      /** @description How long the receiver took, in milliseconds */
      duration_ms: number
      /** @description Why it failed; null if it did not */
      error: string | null
      /**
       * Format: date-time
       * @description When it was sent
       */
      attempted_at: string
      /** @description The body that was sent; null after 30 days */
      body: string | null
      /** @description The first 1 KiB of the answer; null if there was none */
      response: string | null
    }
    Rule: {
      /**
       * Format: uuid
       * @description The id of the rule
       */
      id: string
      /** @description The name of the rule, 1–500 characters */
      label: string
      /**
       * Format: uuid
       * @description The project that it works in
       */
      project_id: string
      /**
       * @description `active`, `paused` by a person or after its only time, or `disabled` by the service after 10 failed runs in a row
       * @enum {string}
       */
      status: 'active' | 'paused' | 'disabled'
      /** @description Why the service disabled it; else null */
      disabled_reason: string | null
      /** @description When it runs, as it was given, with defaults */
      trigger: components['schemas']['RuleTrigger']
      /** @description What it does, as it was given, with defaults */
      action: components['schemas']['RuleAction']
      /** @description When it runs next; null if no time is known */
      next_at: string | null
      /** @description The last run by its trigger: its time, its outcome, and how many tasks it wrote; null before the first. Runs by hand are in the log only */
      last_run: {
        /** Format: date-time */
        at: string
        /** @enum {string} */
        outcome: 'done' | 'skipped' | 'failed'
        tasks: number
      } | null
      /** @description Whether a rule with the trigger `date` is still looking for the dates of the tasks that are there */
      preparing: boolean
      /** @description Whether a token that is bound to projects made or changed it */
      bound: boolean
      /**
       * Format: date-time
       * @description When the rule was created
       */
      created_at: string
      /**
       * Format: date-time
       * @description When a person last changed the rule
       */
      updated_at: string
    }
    RuleTrigger:
      | {
          /** @constant */
          type: 'schedule'
          rrule?: string
          start?: string
          time_zone: string
          /** @enum {string} */
          catch_up: 'last' | 'all' | 'none'
          at?: string
        }
      | {
          /** @constant */
          type: 'date'
          field: string
          offset: string
          time_of_day: string
          time_zone: string
          where?: {
            status?: (0 | 1 | 2)[]
            workflow_lane_id?: string | null
            updated_before?: string
            updated_after?: string
            created_before?: string
            created_after?: string
            q?: string
            fields?: {
              [key: string]: unknown
            }
          }
          /** @enum {string} */
          late: 'fire' | 'skip'
        }
      | {
          /** @constant */
          type: 'event'
          events: (
            | 'task.created'
            | 'task.completed'
            | 'task.reopened'
            | 'task.updated'
            | 'task.deleted'
            | 'task.restored'
          )[]
          changed?: (
            | (
                | 'label'
                | 'status'
                | 'project_id'
                | 'workflow_lane_id'
                | 'position'
                | 'description'
                | 'subtasks'
                | 'external_id'
                | 'fields'
              )
            | string
          )[]
          where?: {
            status?: (0 | 1 | 2)[]
            workflow_lane_id?: string | null
            updated_before?: string
            updated_after?: string
            created_before?: string
            created_after?: string
            q?: string
            fields?: {
              [key: string]: unknown
            }
          }
        }
    RuleAction:
      | {
          /** @constant */
          type: 'create_task'
          task: {
            label: string
            description?: string | null
            /** @enum {integer} */
            status?: 0 | 1 | 2
            workflow_lane_id?: string | null
            fields?: {
              [key: string]: unknown
            }
            subtasks: {
              label: string
              is_completed: boolean
            }[]
            external_id?: string
          }
          /** @enum {string} */
          if_open: 'create' | 'skip'
        }
      | {
          /** @constant */
          type: 'update_tasks'
          where: {
            status?: (0 | 1 | 2)[]
            workflow_lane_id?: string | null
            updated_before?: string
            updated_after?: string
            created_before?: string
            created_after?: string
            q?: string
            fields?: {
              [key: string]: unknown
            }
          }
          set: {
            /** @enum {integer} */
            status?: 0 | 1 | 2
            workflow_lane_id?: string | null
            description?: string | null
            fields?: {
              [key: string]: unknown
            }
          }
        }
      | {
          /** @constant */
          type: 'update_task'
          set?: {
            /** @enum {integer} */
            status?: 0 | 1 | 2
            workflow_lane_id?: string | null
            description?: string | null
            fields?: {
              [key: string]: unknown
            }
          }
          project_id?: string
          /** @constant */
          delete?: true
        }
      | {
          /** @constant */
          type: 'delete_tasks'
          where: {
            status?: (0 | 1 | 2)[]
            workflow_lane_id?: string | null
            updated_before?: string
            updated_after?: string
            created_before?: string
            created_after?: string
            q?: string
            fields?: {
              [key: string]: unknown
            }
          }
        }
      | {
          /** @constant */
          type: 'notify'
          where?: {
            status?: (0 | 1 | 2)[]
            workflow_lane_id?: string | null
            updated_before?: string
            updated_after?: string
            created_before?: string
            created_after?: string
            q?: string
            fields?: {
              [key: string]: unknown
            }
          }
        }
      | {
          /** @constant */
          type: 'add_comment'
          text: string
        }
    Run: {
      /**
       * Format: uuid
       * @description The id of the run
       */
      id: string
      /** @description The task that it is about: of a rule with the trigger `date` or `event`; else null */
      task_id: string | null
      /**
       * Format: date-time
       * @description The time for which it was due
       */
      due_at: string
      /**
       * Format: date-time
       * @description When it started
       */
      started_at: string
      /** @description When it ended; null while it goes on */
      ended_at: string | null
      /** @description `done`, `skipped` or `failed`; null while it goes on */
      outcome: ('done' | 'skipped' | 'failed') | null
      /** @description Why it was skipped, or came late; null if neither */
      reason: string | null
      /** @description How many tasks it was about */
      matched: number
      /** @description How many tasks it changed, or moved into the trash */
      updated: number
      /** @description The ids of the tasks that it created */
      created: string[]
      /**
       * Format: uuid
       * @description The id of the comment that it added; absent if it added none
       */
      comment_id?: string
      /** @description The error of a failed run, as a request would have got it; else null */
      error: {
        code: string
        message: string
      } | null
    }
    Calendar: {
      /**
       * Format: uuid
       * @description The id of the calendar
       */
      id: string
      /** @description The name of the calendar, 1–500 characters */
      label: string
      /** @description The key of the field whose dates are the entries */
      field: string
      /** @description The projects whose tasks it shows; null if it shows all */
      project_ids: string[] | null
      /** @description Until when a URL that was replaced still works; null if none does */
      old_url_until: string | null
      /**
       * Format: date-time
       * @description When the calendar was created
       */
      created_at: string
      /**
       * Format: date-time
       * @description When the calendar last changed
       */
      updated_at: string
    }
    Token: {
      /**
       * Format: uuid
       * @description The id of the token
       */
      id: string
      /** @description The name of the token, 1–500 characters */
      name: string
      /** @description The scopes of the token */
      scopes: ('read' | 'write' | 'delete' | 'admin' | 'hooks')[]
      /**
       * Format: date-time
       * @description When the token was created
       */
      created_at: string
      /** @description When the token expires; null if it does not */
      expires_at: string | null
      /** @description The most requests that it may send per minute; null means 40 % of the limit of its account */
      rate_limit: number | null
      /** @description The only projects that it sees and writes; null if it is not bound to projects */
      project_ids: string[] | null
      /** @description The e-mail address of the member who created it, or who created the token that did; null if it was not a member */
      created_by: string | null
    }
    Member: {
      /**
       * Format: uuid
       * @description The id of the member. The same e-mail address always has the same id
       */
      id: string
      /** @description The person's e-mail address at the identity provider */
      email: string
      /**
       * @description What the member may do: `admin`, `member` or `viewer`
       * @enum {string}
       */
      role: 'admin' | 'member' | 'viewer'
      /** @description The projects that the member is bound to; null: all */
      project_ids: string[] | null
      /**
       * Format: date-time
       * @description When the member was added
       */
      created_at: string
    }
    TaskEvent: {
      /** @description The id of the event, which is also the header `webhook-id` */
      id: string
      /**
       * Format: date-time
       * @description When it happened
       */
      timestamp: string
      /**
       * @description The type of the event
       * @enum {string}
       */
      type:
        | 'task.created'
        | 'task.completed'
        | 'task.reopened'
        | 'task.updated'
        | 'task.deleted'
        | 'task.restored'
      /** @description What it is about */
      data: {
        /** @description The task after the write; without the fields that `truncated` names */
        task: {
          /**
           * Format: uuid
           * @description The id of the task
           */
          id: string
          /** @description The title of the task, 1–500 characters */
          label: string
          /**
           * @description 0 is open, 1 is in progress, 2 is done
           * @enum {integer}
           */
          status: 0 | 1 | 2
          /**
           * Format: uuid
           * @description The project of the task
           */
          project_id: string
          /** @description The lane that the task is in, or null */
          workflow_lane_id: string | null
          /** @description The position of the task in its project. Tasks are sorted by this text, byte by byte. Two moves at the same time can give two tasks the same text; these are sorted by id */
          position: string
          /** @description The id of the task in your system; present only if it was set */
          external_id?: string
          /** @description The values of the account's own fields, by their keys; present only if one is set */
          fields?: {
            [key: string]:
              | string
              | number
              | boolean
              | string[]
              | {
                  id: string
                  email: string
                }
          }
          /**
           * Format: date-time
           * @description When the task was created
           */
          created_at: string
          /**
           * Format: date-time
           * @description When the task last changed
           */
          updated_at: string
          /** @description At most 10,000 characters, or null */
          description?: string | null
          /** @description The subtasks in their order, at most 100 */
          subtasks?: components['schemas']['Subtask'][]
        }
        /** @description The version of the task after the write. It rises with each write: keep the highest */
        version: number
        /** @description The names of the fields that the write changed; empty if the task was created, deleted or restored */
        changed: (
          | (
              | 'label'
              | 'status'
              | 'project_id'
              | 'workflow_lane_id'
              | 'position'
              | 'description'
              | 'subtasks'
              | 'external_id'
            )
          | string
        )[]
        /** @description The values of these fields before the write */
        previous: {
          label?: string
          /** @enum {integer} */
          status?: 0 | 1 | 2
          /** Format: uuid */
          project_id?: string
          workflow_lane_id?: string | null
          position?: string
          description?: string | null
          subtasks?: components['schemas']['Subtask'][]
          external_id?: string
          fields?: {
            [key: string]:
              | (
                  | string
                  | number
                  | boolean
                  | string[]
                  | {
                      id: string
                      email: string
                    }
                )
              | null
          }
        }
        /** @description Where the write came from; null if that is not known */
        origin: {
          /** @enum {string} */
          via: 'api' | 'form' | 'import' | 'mcp' | 'rule' | 'revert'
          token_id: string | null
          origin_id: string | null
          member_id: string | null
          rule_id: string | null
        } | null
        /**
         * @description `moved` if a bound webhook gets it because the task has entered or left its projects; otherwise absent
         * @constant
         */
        reason?: 'moved'
        /** @description The fields that were left out, because the event is larger than 100 KiB; absent if it is whole */
        truncated?: ('description' | 'subtasks' | 'fields')[]
      }
    }
    CommentEvent: {
      /** @description The id of the event, which is also the header `webhook-id` */
      id: string
      /**
       * Format: date-time
       * @description When it happened
       */
      timestamp: string
      /**
       * @description The type of the event
       * @enum {string}
       */
      type: 'comment.created' | 'comment.updated' | 'comment.deleted'
      /** @description What it is about */
      data: {
        /** @description The comment after the write; without `text` if it was deleted */
        comment: {
          /** Format: uuid */
          id: string
          /** Format: uuid */
          task_id: string
          author: {
            /** @enum {string} */
            kind: 'member' | 'token' | 'form' | 'rule'
            /** Format: uuid */
            id: string
            name: string
          }
          external_id?: string
          /** Format: date-time */
          created_at: string
          /** Format: date-time */
          updated_at: string
          text?: string
        }
        /**
         * Format: uuid
         * @description The project of its task
         */
        project_id: string
        /** @description The version of the comment after the write. Keep the highest */
        version: number
        /** @description Where the write came from */
        origin: {
          /** @enum {string} */
          via: 'api' | 'form' | 'import' | 'mcp' | 'rule' | 'revert'
          token_id: string | null
          origin_id: string | null
          member_id: string | null
          rule_id: string | null
        } | null
      }
    }
    WebhookNotice: {
      /** @description The id of the event, which is also the header `webhook-id` */
      id: string
      /**
       * Format: date-time
       * @description When it happened
       */
      timestamp: string
      /**
       * @description The type of the event
       * @enum {string}
       */
      type: 'webhook.failing' | 'webhook.disabled'
      /** @description What it is about */
      data: {
        /** @description The webhook that has failed */
        webhook: {
          /** Format: uuid */
          id: string
          url: string
          disabled_reason: string | null
          failing_since: string | null
        }
      }
    }
    HeldNotice: {
      /** @description The id of the event, which is also the header `webhook-id` */
      id: string
      /**
       * Format: date-time
       * @description When it happened
       */
      timestamp: string
      /**
       * @description The type of the event
       * @constant
       */
      type: 'form.submission_held'
      /** @description What it is about */
      data: {
        /**
         * Format: uuid
         * @description The id of the form
         */
        form_id: string
        /** @description The submission that waits, and why */
        submission: {
          /** Format: uuid */
          id: string
          /** Format: date-time */
          received_at: string
          reason: string | null
        }
      }
    }
    RuleFired: {
      /** @description The id of the event, which is also the header `webhook-id` */
      id: string
      /**
       * Format: date-time
       * @description When it happened
       */
      timestamp: string
      /**
       * @description The type of the event
       * @constant
       */
      type: 'rule.fired'
      /** @description What it is about */
      data: {
        /** @description The rule */
        rule: {
          /** Format: uuid */
          id: string
          label: string
          /** Format: uuid */
          project_id: string
        }
        /** @description The time for which it fired */
        occurrence: {
          /** Format: date-time */
          at: string
        }
        /** @description The task that triggered the rule, as it was then; without the fields that `truncated` names. A rule with the trigger `schedule` has none */
        task?: {
          /**
           * Format: uuid
           * @description The id of the task
           */
          id: string
          /** @description The title of the task, 1–500 characters */
          label: string
          /**
           * @description 0 is open, 1 is in progress, 2 is done
           * @enum {integer}
           */
          status: 0 | 1 | 2
          /**
           * Format: uuid
           * @description The project of the task
           */
          project_id: string
          /** @description The lane that the task is in, or null */
          workflow_lane_id: string | null
          /** @description The position of the task in its project. Tasks are sorted by this text, byte by byte. Two moves at the same time can give two tasks the same text; these are sorted by id */
          position: string
          /** @description The id of the task in your system; present only if it was set */
          external_id?: string
          /** @description The values of the account's own fields, by their keys; present only if one is set */
          fields?: {
            [key: string]:
              | string
              | number
              | boolean
              | string[]
              | {
                  id: string
                  email: string
                }
          }
          /**
           * Format: date-time
           * @description When the task was created
           */
          created_at: string
          /**
           * Format: date-time
           * @description When the task last changed
           */
          updated_at: string
          /** @description At most 10,000 characters, or null */
          description?: string | null
          /** @description The subtasks in their order, at most 100 */
          subtasks?: components['schemas']['Subtask'][]
        }
        /** @description The field of the task, and its value, whose time has come. Only a rule with the trigger `date` has it */
        field?: {
          key: string
          value: string
        }
        /** @description How many tasks match the `where` of the rule. Only a rule with the trigger `schedule` and a `where` has it */
        matched?: number
        /** @description The first 100 of them at most; without the fields that `truncated` names */
        tasks?: {
          /**
           * Format: uuid
           * @description The id of the task
           */
          id: string
          /** @description The title of the task, 1–500 characters */
          label: string
          /**
           * @description 0 is open, 1 is in progress, 2 is done
           * @enum {integer}
           */
          status: 0 | 1 | 2
          /**
           * Format: uuid
           * @description The project of the task
           */
          project_id: string
          /** @description The lane that the task is in, or null */
          workflow_lane_id: string | null
          /** @description The position of the task in its project. Tasks are sorted by this text, byte by byte. Two moves at the same time can give two tasks the same text; these are sorted by id */
          position: string
          /** @description The id of the task in your system; present only if it was set */
          external_id?: string
          /** @description The values of the account's own fields, by their keys; present only if one is set */
          fields?: {
            [key: string]:
              | string
              | number
              | boolean
              | string[]
              | {
                  id: string
                  email: string
                }
          }
          /**
           * Format: date-time
           * @description When the task was created
           */
          created_at: string
          /**
           * Format: date-time
           * @description When the task last changed
           */
          updated_at: string
          /** @description At most 10,000 characters, or null */
          description?: string | null
          /** @description The subtasks in their order, at most 100 */
          subtasks?: components['schemas']['Subtask'][]
        }[]
        /** @description What was left out, because the event is larger than 100 KiB: fields of each task, and `tasks` if not all of them are there; absent if it is whole */
        truncated?: ('description' | 'subtasks' | 'fields' | 'tasks')[]
      }
    }
    RuleFailed: {
      /** @description The id of the event, which is also the header `webhook-id` */
      id: string
      /**
       * Format: date-time
       * @description When it happened
       */
      timestamp: string
      /**
       * @description The type of the event
       * @constant
       */
      type: 'rule.failed'
      /** @description What it is about */
      data: {
        /** @description The rule */
        rule: {
          /** Format: uuid */
          id: string
          label: string
          /** Format: uuid */
          project_id: string
        }
        /** @description The run that failed, for which time it was due, and the error as the API answers it */
        run: {
          /** Format: uuid */
          id: string
          /** Format: date-time */
          due_at: string
          error: {
            code: string
            message: string
          }
        }
      }
    }
    RuleDisabled: {
      /** @description The id of the event, which is also the header `webhook-id` */
      id: string
      /**
       * Format: date-time
       * @description When it happened
       */
      timestamp: string
      /**
       * @description The type of the event
       * @constant
       */
      type: 'rule.disabled'
      /** @description What it is about */
      data: {
        /** @description The rule, and why it is disabled */
        rule: {
          /** Format: uuid */
          id: string
          label: string
          /** Format: uuid */
          project_id: string
          disabled_reason: string
        }
      }
    }
    TestEvent: {
      /** @description The id of the event, which is also the header `webhook-id` */
      id: string
      /**
       * Format: date-time
       * @description When it happened
       */
      timestamp: string
      /**
       * @description The type of the event
       * @constant
       */
      type: 'webhook.test'
      /** @description What it is about */
      data: {
        /**
         * Format: uuid
         * @description The id of the webhook that is tested
         */
        webhook_id: string
      }
    }
    Error: {
      error: {
        /**
         * @description The error code; use it to decide what to do
         * @enum {string}
         */
        code:
          | 'invalid_request'
          | 'invalid_token'
          | 'invalid_signature'
          | 'sign_in_failed'
          | 'forbidden'
          | 'insufficient_scope'
          | 'plan_required'
          | 'project_bound_token'
          | 'not_a_member'
          | 'task_not_found'
          | 'project_not_found'
          | 'lane_not_found'
          | 'subtask_not_found'
          | 'comment_not_found'
          | 'field_not_found'
          | 'token_not_found'
          | 'member_not_found'
          | 'session_not_found'
          | 'form_not_found'
          | 'submission_not_found'
          | 'webhook_not_found'
          | 'delivery_not_found'
          | 'rule_not_found'
          | 'calendar_not_found'
          | 'route_not_found'
          | 'method_not_allowed'
          | 'project_not_empty'
          | 'external_id_exists'
          | 'id_exists'
          | 'field_exists'
          | 'member_exists'
          | 'last_admin'
          | 'version_not_kept'
          | 'cursor_expired'
          | 'precondition_failed'
          | 'payload_too_large'
          | 'unsupported_media_type'
          | 'idempotency_key_reused'
          | 'id_reused'
          | 'quota_exceeded'
          | 'rate_limited'
          | 'headers_too_large'
          | 'internal_error'
          | 'service_unavailable'
        /** @description What to change, as a text for people */
        message: string
        /** @description The id of the request, also in the header X-Request-Id; include it when you report an error */
        request_id: string
        /** @description The link to the explanation of this code. It is a path where the service does not know its own address */
        docs: string
        /** @description The fields that are not valid */
        details?: {
          /** @description The field, as it was sent */
          path: string
          /** @description What to change */
          message: string
        }[]
        /**
         * @description The scope that is needed; only with insufficient_scope
         * @enum {string}
         */
        required_scope?: 'read' | 'write' | 'delete' | 'admin' | 'hooks'
        /**
         * Format: uuid
         * @description The task that has the external id; only with external_id_exists
         */
        task_id?: string
        /**
         * Format: uuid
         * @description The comment that has the external id; only with external_id_exists, and only if it is one of the same task
         */
        comment_id?: string
        /** @description The current task; only with precondition_failed, and only if the token has the scope read */
        task?: components['schemas']['Task']
        /** @description The current comment; only with precondition_failed, and only if the token has the scope read */
        comment?: components['schemas']['Comment']
      }
    }
  }
  responses: {
    /** @description `invalid_request`: The path, the query, a header or the body is not valid. Unknown fields are not valid either. */
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
    /** @description `invalid_signature`: The form checks signatures, and the signature of this submission is missing or wrong. Nothing was stored. */
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
    /** @description `sign_in_failed`: The identity provider refused the sign-in, or its answer did not pass the checks. A code or a ticket works only once, and only for some minutes. */
    sign_in_failed: {
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
     * @description `insufficient_scope`: The token is valid, but it lacks the scope in `required_scope`.
     *
     *     `plan_required`: The API is part of the Pro plan, and the account is on another plan.
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
     * @description `insufficient_scope`: The token is valid, but it lacks the scope in `required_scope`.
     *
     *     `plan_required`: The API is part of the Pro plan, and the account is on another plan.
     *
     *     `project_bound_token`: The token is bound to projects, and the request concerns the whole account. Such a request makes or deletes a project, defines fields, or manages members.
     */
    'insufficient_scope.plan_required.project_bound_token': {
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
    /** @description `plan_required`: The API is part of the Pro plan, and the account is on another plan. */
    plan_required: {
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
     * @description `plan_required`: The API is part of the Pro plan, and the account is on another plan.
     *
     *     `not_a_member`: The identity provider knows the person, but this e-mail address is not a member here.
     */
    'plan_required.not_a_member': {
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
    /** @description `not_a_member`: The identity provider knows the person, but this e-mail address is not a member here. */
    not_a_member: {
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
     * @description `project_not_found`: There is no such project. It never existed, it was deleted, or it belongs to another account. The answer is the same in all three cases.
     *
     *     `lane_not_found`: There is no such lane. It never existed, it was deleted, or it belongs to another account. The answer is the same in all three cases.
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
    /** @description `project_not_found`: There is no such project. It never existed, it was deleted, or it belongs to another account. The answer is the same in all three cases. */
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
    /** @description `task_not_found`: There is no such task. It never existed, it was deleted, or it belongs to another account. The answer is the same in all three cases. */
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
     * @description `task_not_found`: There is no such task. It never existed, it was deleted, or it belongs to another account. The answer is the same in all three cases.
     *
     *     `project_not_found`: There is no such project. It never existed, it was deleted, or it belongs to another account. The answer is the same in all three cases.
     *
     *     `lane_not_found`: There is no such lane. It never existed, it was deleted, or it belongs to another account. The answer is the same in all three cases.
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
     * @description `task_not_found`: There is no such task. It never existed, it was deleted, or it belongs to another account. The answer is the same in all three cases.
     *
     *     `lane_not_found`: There is no such lane. It never existed, it was deleted, or it belongs to another account. The answer is the same in all three cases.
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
     * @description `task_not_found`: There is no such task. It never existed, it was deleted, or it belongs to another account. The answer is the same in all three cases.
     *
     *     `project_not_found`: There is no such project. It never existed, it was deleted, or it belongs to another account. The answer is the same in all three cases.
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
    /**
     * @description `task_not_found`: There is no such task. It never existed, it was deleted, or it belongs to another account. The answer is the same in all three cases.
     *
     *     `subtask_not_found`: There is no such subtask. It never existed, it was deleted, or it belongs to another account. The answer is the same in all three cases.
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
    /** @description `comment_not_found`: There is no such comment. It never existed, it was deleted, or it belongs to another account. The answer is the same in all three cases. */
    comment_not_found: {
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
    /** @description `field_not_found`: There is no such field. It never existed, it was deleted, or it belongs to another account. The answer is the same in all three cases. */
    field_not_found: {
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
    /** @description `form_not_found`: There is no such form. It never existed, it was deleted, or it belongs to another account. The answer is the same in all three cases. */
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
     * @description `form_not_found`: There is no such form. It never existed, it was deleted, or it belongs to another account. The answer is the same in all three cases.
     *
     *     `project_not_found`: There is no such project. It never existed, it was deleted, or it belongs to another account. The answer is the same in all three cases.
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
     * @description `form_not_found`: There is no such form. It never existed, it was deleted, or it belongs to another account. The answer is the same in all three cases.
     *
     *     `submission_not_found`: There is no such submission. It never existed, it was deleted, or it belongs to another account. The answer is the same in all three cases.
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
    /** @description `webhook_not_found`: There is no such webhook. It never existed, it was deleted, or it belongs to another account. The answer is the same in all three cases. */
    webhook_not_found: {
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
     * @description `webhook_not_found`: There is no such webhook. It never existed, it was deleted, or it belongs to another account. The answer is the same in all three cases.
     *
     *     `project_not_found`: There is no such project. It never existed, it was deleted, or it belongs to another account. The answer is the same in all three cases.
     */
    'webhook_not_found.project_not_found': {
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
     * @description `webhook_not_found`: There is no such webhook. It never existed, it was deleted, or it belongs to another account. The answer is the same in all three cases.
     *
     *     `delivery_not_found`: There is no such delivery. It never existed, it was deleted, or it belongs to another account. The answer is the same in all three cases.
     */
    'webhook_not_found.delivery_not_found': {
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
    /** @description `rule_not_found`: There is no such rule. It never existed, it was deleted, or it belongs to another account. The answer is the same in all three cases. */
    rule_not_found: {
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
     * @description `rule_not_found`: There is no such rule. It never existed, it was deleted, or it belongs to another account. The answer is the same in all three cases.
     *
     *     `project_not_found`: There is no such project. It never existed, it was deleted, or it belongs to another account. The answer is the same in all three cases.
     *
     *     `lane_not_found`: There is no such lane. It never existed, it was deleted, or it belongs to another account. The answer is the same in all three cases.
     */
    'rule_not_found.project_not_found.lane_not_found': {
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
     * @description `rule_not_found`: There is no such rule. It never existed, it was deleted, or it belongs to another account. The answer is the same in all three cases.
     *
     *     `task_not_found`: There is no such task. It never existed, it was deleted, or it belongs to another account. The answer is the same in all three cases.
     *
     *     `project_not_found`: There is no such project. It never existed, it was deleted, or it belongs to another account. The answer is the same in all three cases.
     *
     *     `lane_not_found`: There is no such lane. It never existed, it was deleted, or it belongs to another account. The answer is the same in all three cases.
     */
    'rule_not_found.task_not_found.project_not_found.lane_not_found': {
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
     * @description `calendar_not_found`: There is no such calendar. It never existed, it was deleted, or it belongs to another account. The answer is the same in all three cases.
     *
     *     `project_not_found`: There is no such project. It never existed, it was deleted, or it belongs to another account. The answer is the same in all three cases.
     */
    'calendar_not_found.project_not_found': {
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
    /** @description `calendar_not_found`: There is no such calendar. It never existed, it was deleted, or it belongs to another account. The answer is the same in all three cases. */
    calendar_not_found: {
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
    /** @description `token_not_found`: There is no such token. It never existed, it was deleted, or it belongs to another account. The answer is the same in all three cases. */
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
    /**
     * @description `member_not_found`: There is no such member. It never existed, it was deleted, or it belongs to another account. The answer is the same in all three cases.
     *
     *     `project_not_found`: There is no such project. It never existed, it was deleted, or it belongs to another account. The answer is the same in all three cases.
     */
    'member_not_found.project_not_found': {
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
    /** @description `member_not_found`: There is no such member. It never existed, it was deleted, or it belongs to another account. The answer is the same in all three cases. */
    member_not_found: {
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
    /** @description `session_not_found`: The token of the request is not a session: it does not come from a sign-in. */
    session_not_found: {
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
     * @description `external_id_exists`: Another task of the account has this `externalId`. `task_id` is the id of that task, which may be in the trash. Tasks of deleted projects do not count. Or another comment has it: `comment_id` is its id, if it is one of the same task.
     *
     *     `id_exists`: The `id` in the body is taken: by a task of the account (which may be in the trash, or in a project that the token does not see), by a subtask of the task, or by a lane of the project. No create chose it with a body of its own.
     */
    'external_id_exists.id_exists': {
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
    /** @description `id_exists`: The `id` in the body is taken: by a task of the account (which may be in the trash, or in a project that the token does not see), by a subtask of the task, or by a lane of the project. No create chose it with a body of its own. */
    id_exists: {
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
    /** @description `field_exists`: The account has a field with this key; or it had one of another type, and tasks may still have its values. */
    field_exists: {
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
    /** @description `version_not_kept`: The history of the task does not reach back to this version, or there is no such version. Or the task has just changed, and the history does not have that write yet. */
    version_not_kept: {
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
    /** @description `external_id_exists`: Another task of the account has this `externalId`. `task_id` is the id of that task, which may be in the trash. Tasks of deleted projects do not count. Or another comment has it: `comment_id` is its id, if it is one of the same task. */
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
    /** @description `member_exists`: The account has a member with this e-mail address. Upper and lower case are the same. */
    member_exists: {
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
    /** @description `last_admin`: Members who sign in cannot take the role of an administrator from themselves if nobody else has it. */
    last_admin: {
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
    /** @description `cursor_expired`: The change cursor is older than 40 days, so some deletions since then may no longer be listed. Or the clock of the service was set back and the cursor is ahead of it, so some changes could be missed. A replay takes no cursor that is older than 30 days. */
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
    /** @description `precondition_failed`: The task or the comment no longer has the version in `If-Match`. The answer has the current `ETag`. If the token has the scope `read`, it also has the current task or comment. */
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
    /** @description `payload_too_large`: The body is longer than 1024 KiB. */
    'payload_too_large.projects.import': {
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
    /** @description `payload_too_large`: The body is longer than 256 KiB, or the submission in it is longer than 64 KiB. */
    'payload_too_large.forms.preview': {
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
    /** @description `payload_too_large`: The body is longer than 64 KiB, a list has more than 100 submissions, or a form more than 500 values. */
    'payload_too_large.hooks.receive': {
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
    /** @description `payload_too_large`: The body is longer than 256 KiB. */
    'payload_too_large.mcp.call': {
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
    /** @description `unsupported_media_type`: The `Content-Type` of the body is none that the endpoint takes. Most take JSON only. Or the body is compressed. */
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
    /** @description `unsupported_media_type`: The `Content-Type` of the body is none of these: text/csv, application/json, application/x-ndjson. */
    'unsupported_media_type.projects.import': {
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
    /** @description `unsupported_media_type`: The `Content-Type` of the body is none of these: application/json, application/x-www-form-urlencoded, multipart/form-data, application/*+json. */
    'unsupported_media_type.hooks.receive': {
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
    /** @description `unsupported_media_type`: The `Content-Type` of the body is none of these: application/json. */
    'unsupported_media_type.mcp.call': {
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
     * @description `idempotency_key_reused`: This `Idempotency-Key` was already used for a different request.
     *
     *     `id_reused`: What was created with this `id` had another body.
     */
    'idempotency_key_reused.id_reused': {
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
    /** @description `id_reused`: What was created with this `id` had another body. */
    id_reused: {
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
     * @description `rate_limited`: The token, the account or the whole service has reached its rate limit, or so many writes of the same project or object came at once that this one found no gap. The request had no effect; only the deletion of a lane may have begun, and a repeat goes on with it.
     *
     *     `quota_exceeded`: The project has reached its task quota, or the account has reached its limit of tokens, forms, webhooks, fields or members.
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
    /** @description `rate_limited`: The token, the account or the whole service has reached its rate limit, or so many writes of the same project or object came at once that this one found no gap. The request had no effect; only the deletion of a lane may have begun, and a repeat goes on with it. */
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
    /** @description `headers_too_large`: All headers together are longer than 10,240 bytes. */
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
    /** @description `internal_error`: The service has a fault. It is logged with the `request_id`. */
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
    /** @description `service_unavailable`: The storage is busy or cannot be reached, or the request timed out. */
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
    /** @description The id of this request in the log */
    'X-Request-Id': string
    /** @description Always no-store */
    'Cache-Control': 'no-store'
    /** @description The version of the task, for If-Match and If-None-Match, or of the calendar, for If-None-Match */
    ETag: string
    /** @description The path of the created resource */
    Location: string
    /** @description The next page, with rel="next"; absent on the last page */
    Link: string
    /** @description true if an earlier request with the same key, or the same id, already created it */
    'Idempotency-Replayed': 'true'
    /** @description Marks the answer as a file to download, with its name */
    'Content-Disposition': string
    /** @description true in the answer to a dry run: nothing was written */
    'Dry-Run': 'true'
    /** @description The name of each limit, the number of allowed requests (q) and the time window in seconds (w) */
    'RateLimit-Policy': string
    /** @description The name of each limit, the number of remaining requests (r) and the seconds until it is reset (t) */
    RateLimit: string
    /** @description The number of seconds to wait before you try again */
    'Retry-After': string
    /** @description What is wrong with the token, or which scope it lacks (RFC 6750) */
    'WWW-Authenticate': string
  }
  pathItems: never
}
export type $defs = Record<string, never>
export interface operations {
  'tasks.list': {
    parameters: {
      query?: {
        /**
         * @description The number of entries per page, 1 to 100
         * @example 50
         */
        limit?: number
        /** @description The `next_cursor` of the previous page, unchanged */
        cursor?: string
        /** @description `oldest` lists the least recently changed tasks first */
        order?: 'oldest'
        /** @description Only tasks of this project; can be sent up to ten times */
        projectId?: string[]
        /**
         * @description Only tasks with this status; can be sent several times
         * @example [
         *       0,
         *       1
         *     ]
         */
        status?: (0 | 1 | 2)[]
        /** @description Only tasks that last changed before this time and not exactly then: ISO 8601 with an offset, or Z */
        updatedBefore?: string
        /** @description Only tasks that last changed after this time and not exactly then */
        updatedAfter?: string
        /** @description Only tasks that were created before this time and not exactly then */
        createdBefore?: string
        /** @description Only tasks that were created after this time and not exactly then */
        createdAfter?: string
        /** @description Only tasks whose label, external id, description or a subtask's label contains this text, in upper or lower case, with or without accents; at most 100 characters */
        q?: string
        /** @description Only tasks with these values of the account's own fields: `fields[priority]=high`, `fields[due.before]=2026-12-31`. A name is the key of a field, alone or with `.before`, `.after`, `.min`, `.max` or `.exists` */
        fields?: {
          [key: string]: string
        }
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
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
  'tasks.create': {
    parameters: {
      query?: {
        /** @description `true` checks everything and writes nothing: the answer says what the write would do; ids, positions and times in it are examples */
        dryRun?: 'true' | 'false'
      }
      header?: {
        /**
         * @description A name for the system that makes this write: 1 to 64 of the characters A–Z a–z 0–9 . _ -; the list of changes shows it and can leave out its writes
         * @example crm-sync
         */
        'Origin-Id'?: string
        /**
         * @description A key that you choose for this task, 1 to 255 ASCII characters, with or without quotes; a repeated request with the same key creates no second task
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
           * @description The project of the task
           */
          projectId: string
          /** @description The title of the task, 1–500 characters after white space at both ends is removed, at least one of them visible */
          label: string
          /** @description At most 10,000 characters, or null */
          description?: string | null
          /** @description 0 is open, 1 is in progress, 2 is done. If left out, a task that enters a lane gets the lane's `task_status`, and any other new task is open */
          status?: (0 | 1 | 2) | null
          /** @description A lane of the project, or null for no lane */
          workflowLaneId?: string | null
          /** @description The id of the task in your system, unique in the account, at most 255 characters, at least one of them visible */
          externalId?: string | null
          /**
           * @description The subtasks in their order, at most 100
           * @default []
           */
          subtasks?:
            | {
                /** @description The id that the subtask gets: any UUID of yours, version 1 to 8. A repeat of the request with the same id and body creates nothing twice. If left out, the service makes one */
                id?: string | null
                /** @description The text of the subtask, 1–500 characters after white space at both ends is removed, at least one of them visible */
                label: string
                /**
                 * @description Whether the subtask is done
                 * @default false
                 */
                isCompleted?: boolean | null
              }[]
            | null
          /** @description The id that the task gets: any UUID of yours, version 1 to 8. A repeat of the request with the same id and body creates nothing twice. If left out, the service makes one. Not together with externalId */
          id?: string | null
          /** @description The position of the task in its project, as answers have it: a text that sorts between the positions of two other tasks. Tasks with the same one are sorted by id. If left out, a new task, and one that moves to another project, goes to the end */
          position?: string | null
          /** @description Values of the account's own fields, by their keys; keys that are left out stay as they are, and null removes a value */
          fields?: {
            [key: string]:
              | string
              | number
              | boolean
              | null
              | string[]
              | {
                  id: string
                  email: string
                }
          } | null
        }
      }
    }
    responses: {
      /** @description What a dry run would create */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Cache-Control': components['headers']['Cache-Control']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed']
          'Dry-Run': components['headers']['Dry-Run']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            task: components['schemas']['Task']
          }
        }
      }
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
      409: components['responses']['external_id_exists.id_exists']
      413: components['responses']['payload_too_large']
      415: components['responses']['unsupported_media_type']
      422: components['responses']['idempotency_key_reused.id_reused']
      429: components['responses']['rate_limited.quota_exceeded']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'tasks.get': {
    parameters: {
      query?: {
        /** @description `origin` adds who wrote the task last: `origin`, as in the change feed, and the `member` who did it in a session, or null. `comments` adds the newest comments */
        include?: 'origin' | 'comments'
      }
      header?: {
        /**
         * @description The `ETag` that you already have; the answer is 304 if it is still the current one
         * @example "3"
         */
        'If-None-Match'?: string
      }
      path: {
        /**
         * @description The UUID of the task, or `ext:` followed by its external id
         * @example 6f5cb361-f0c4-4b6f-8b64-4e8d1a8f3d53
         */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
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
            origin?: {
              /** @enum {string} */
              via: 'api' | 'form' | 'import' | 'mcp' | 'rule' | 'revert'
              token_id: string | null
              origin_id: string | null
              member_id: string | null
              rule_id: string | null
            } | null
            comments?: components['schemas']['Comment'][]
            member?: {
              /** Format: uuid */
              id: string
              email: string
            } | null
          }
        }
      }
      /** @description Not modified: it has not changed */
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
         * @description A name for the system that makes this write: 1 to 64 of the characters A–Z a–z 0–9 . _ -; the list of changes shows it and can leave out its writes
         * @example crm-sync
         */
        'Origin-Id'?: string
        /**
         * @description The `ETag` that the task must still have, or a list of at most 100 of them; `*` accepts any version
         * @example "3"
         */
        'If-Match'?: string
      }
      path: {
        /**
         * @description The UUID of the task, or `ext:` followed by its external id
         * @example 6f5cb361-f0c4-4b6f-8b64-4e8d1a8f3d53
         */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
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
      query?: {
        /** @description `true` checks everything and writes nothing: the answer says what the write would do; ids, positions and times in it are examples */
        dryRun?: 'true' | 'false'
      }
      header?: {
        /**
         * @description A name for the system that makes this write: 1 to 64 of the characters A–Z a–z 0–9 . _ -; the list of changes shows it and can leave out its writes
         * @example crm-sync
         */
        'Origin-Id'?: string
        /**
         * @description The `ETag` that the task must still have, or a list of at most 100 of them; `*` accepts any version
         * @example "3"
         */
        'If-Match'?: string
      }
      path: {
        /**
         * @description The UUID of the task, or `ext:` followed by its external id
         * @example 6f5cb361-f0c4-4b6f-8b64-4e8d1a8f3d53
         */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description The title of the task, 1–500 characters after white space at both ends is removed, at least one of them visible */
          label?: string
          /**
           * @description 0 is open, 1 is in progress, 2 is done. If left out, a task that enters a lane gets the lane's `task_status`, and any other new task is open
           * @enum {integer}
           */
          status?: 0 | 1 | 2
          /**
           * Format: uuid
           * @description The project of the task
           */
          projectId?: string
          /** @description A lane of the project, or null for no lane */
          workflowLaneId?: string | null
          /** @description The position of the task in its project, as answers have it: a text that sorts between the positions of two other tasks. Tasks with the same one are sorted by id. If left out, a new task, and one that moves to another project, goes to the end */
          position?: string
          /** @description At most 10,000 characters, or null */
          description?: string | null
          /** @description Values of the account's own fields, by their keys; keys that are left out stay as they are, and null removes a value */
          fields?: {
            [key: string]:
              | string
              | number
              | boolean
              | null
              | string[]
              | {
                  id: string
                  email: string
                }
          }
        }
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Cache-Control': components['headers']['Cache-Control']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
          ETag: components['headers']['ETag']
          'Dry-Run': components['headers']['Dry-Run']
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
  'tasks.bulk': {
    parameters: {
      query?: {
        /** @description `true` checks everything and writes nothing: the answer says what the write would do; ids, positions and times in it are examples */
        dryRun?: 'true' | 'false'
      }
      header?: {
        /**
         * @description A name for the system that makes this write: 1 to 64 of the characters A–Z a–z 0–9 . _ -; the list of changes shows it and can leave out its writes
         * @example crm-sync
         */
        'Origin-Id'?: string
        /**
         * @description A key that you choose for this task, 1 to 255 ASCII characters, with or without quotes; a repeated request with the same key creates no second task
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
          /** @description 1–100 operations */
          operations: (
            | {
                /**
                 * @description What to do
                 * @constant
                 */
                op: 'create'
                /**
                 * Format: uuid
                 * @description The project of the task
                 */
                projectId: string
                /** @description The title of the task, 1–500 characters after white space at both ends is removed, at least one of them visible */
                label: string
                /** @description At most 10,000 characters, or null */
                description?: string | null
                /** @description 0 is open, 1 is in progress, 2 is done. If left out, a task that enters a lane gets the lane's `task_status`, and any other new task is open */
                status?: (0 | 1 | 2) | null
                /** @description A lane of the project, or null for no lane */
                workflowLaneId?: string | null
                /** @description The id of the task in your system, unique in the account, at most 255 characters, at least one of them visible */
                externalId?: string | null
                /**
                 * @description The subtasks in their order, at most 100
                 * @default []
                 */
                subtasks?:
                  | {
                      /** @description The id that the subtask gets: any UUID of yours, version 1 to 8. A repeat of the request with the same id and body creates nothing twice. If left out, the service makes one */
                      id?: string | null
                      /** @description The text of the subtask, 1–500 characters after white space at both ends is removed, at least one of them visible */
                      label: string
                      /**
                       * @description Whether the subtask is done
                       * @default false
                       */
                      isCompleted?: boolean | null
                    }[]
                  | null
                /** @description The id that the task gets: any UUID of yours, version 1 to 8. A repeat of the request with the same id and body creates nothing twice. If left out, the service makes one. Not together with externalId */
                id?: string | null
                /** @description The position of the task in its project, as answers have it: a text that sorts between the positions of two other tasks. Tasks with the same one are sorted by id. If left out, a new task, and one that moves to another project, goes to the end */
                position?: string | null
                /** @description Values of the account's own fields, by their keys; keys that are left out stay as they are, and null removes a value */
                fields?: {
                  [key: string]:
                    | string
                    | number
                    | boolean
                    | null
                    | string[]
                    | {
                        id: string
                        email: string
                      }
                } | null
              }
            | {
                /**
                 * @description What to do
                 * @constant
                 */
                op: 'update'
                /** @description The task: a UUID, or `ext:` followed by an external id */
                id: string
                /** @description Do it only if the task still has this version, as `If-Match` does */
                ifVersion?: number
                /** @description The title of the task, 1–500 characters after white space at both ends is removed, at least one of them visible */
                label?: string
                /**
                 * @description 0 is open, 1 is in progress, 2 is done. If left out, a task that enters a lane gets the lane's `task_status`, and any other new task is open
                 * @enum {integer}
                 */
                status?: 0 | 1 | 2
                /**
                 * Format: uuid
                 * @description The project of the task
                 */
                projectId?: string
                /** @description A lane of the project, or null for no lane */
                workflowLaneId?: string | null
                /** @description The position of the task in its project, as answers have it: a text that sorts between the positions of two other tasks. Tasks with the same one are sorted by id. If left out, a new task, and one that moves to another project, goes to the end */
                position?: string
                /** @description At most 10,000 characters, or null */
                description?: string | null
                /** @description Values of the account's own fields, by their keys; keys that are left out stay as they are, and null removes a value */
                fields?: {
                  [key: string]:
                    | string
                    | number
                    | boolean
                    | null
                    | string[]
                    | {
                        id: string
                        email: string
                      }
                }
              }
            | {
                /**
                 * @description What to do
                 * @constant
                 */
                op: 'move'
                /** @description The task: a UUID, or `ext:` followed by an external id */
                id: string
                /** @description Do it only if the task still has this version, as `If-Match` does */
                ifVersion?: number
                /** @description The task to put it before: a UUID, or `ext:` followed by an external id */
                beforeTaskId?: string
                /** @description The task to put it after: a UUID, or `ext:` followed by an external id */
                afterTaskId?: string
                /**
                 * @description The start or the end of the project, or of the lane that the task is then in
                 * @enum {string}
                 */
                to?: 'top' | 'bottom'
                /** @description A lane of the project, or null for no lane */
                workflowLaneId?: string | null
              }
            | {
                /**
                 * @description What to do
                 * @constant
                 */
                op: 'delete'
                /** @description The task: a UUID, or `ext:` followed by an external id */
                id: string
                /** @description Do it only if the task still has this version, as `If-Match` does */
                ifVersion?: number
              }
            | {
                /**
                 * @description What to do
                 * @constant
                 */
                op: 'restore'
                /** @description The task: a UUID, or `ext:` followed by an external id */
                id: string
                /** @description Do it only if the task still has this version, as `If-Match` does */
                ifVersion?: number
              }
          )[]
        }
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Cache-Control': components['headers']['Cache-Control']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed']
          'Dry-Run': components['headers']['Dry-Run']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            results: components['schemas']['OperationResult'][]
            succeeded: number
            failed: number
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
  'projects.export': {
    parameters: {
      query?: {
        /**
         * @description `ndjson` is one JSON object on each line; `csv` opens in a spreadsheet
         * @example csv
         */
        format?: 'ndjson' | 'csv'
        /**
         * @description `true` adds the tasks in the trash, after the others
         * @example true
         */
        trash?: 'true' | 'false'
        /** @description `true` adds the comments of each task after it, in NDJSON only */
        comments?: 'true' | 'false'
        /** @description The `next_cursor` of the previous page, unchanged */
        cursor?: string
      }
      header?: never
      path: {
        /**
         * @description The id of the project
         * @example 01a1fc5c-f808-70a6-aca9-b364a578bfae
         */
        projectId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Cache-Control': components['headers']['Cache-Control']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
          'Content-Disposition': components['headers']['Content-Disposition']
          Link: components['headers']['Link']
          [name: string]: unknown
        }
        content: {
          'application/x-ndjson': string
          'text/csv': string
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
  'projects.list-tasks': {
    parameters: {
      query?: {
        /**
         * @description The number of entries per page, 1 to 100
         * @example 50
         */
        limit?: number
        /** @description The `next_cursor` of the previous page, unchanged */
        cursor?: string
        /**
         * @description Only tasks with this status; can be sent several times
         * @example [
         *       0,
         *       1
         *     ]
         */
        status?: (0 | 1 | 2)[]
        /** @description Only tasks that last changed before this time and not exactly then: ISO 8601 with an offset, or Z */
        updatedBefore?: string
        /** @description Only tasks that last changed after this time and not exactly then */
        updatedAfter?: string
        /** @description Only tasks that were created before this time and not exactly then */
        createdBefore?: string
        /** @description Only tasks that were created after this time and not exactly then */
        createdAfter?: string
        /**
         * @description Only tasks whose label, external id, description or a subtask's label contains this text, in upper or lower case, with or without accents; at most 100 characters
         * @example ada
         */
        q?: string
        /** @description Only tasks with these values of the account's own fields: `fields[priority]=high`, `fields[due.before]=2026-12-31`. A name is the key of a field, alone or with `.before`, `.after`, `.min`, `.max` or `.exists` */
        fields?: {
          [key: string]: string
        }
        /** @description Only tasks in this lane; with `none`, only tasks without a lane */
        workflowLaneId?: string
      }
      header?: never
      path: {
        /**
         * @description The id of the project
         * @example 01a1fc5c-f808-70a6-aca9-b364a578bfae
         */
        projectId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
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
  'projects.update-tasks': {
    parameters: {
      query?: {
        /** @description `true` checks everything and writes nothing: the answer says what the write would do; ids, positions and times in it are examples */
        dryRun?: 'true' | 'false'
      }
      header?: {
        /**
         * @description A name for the system that makes this write: 1 to 64 of the characters A–Z a–z 0–9 . _ -; the list of changes shows it and can leave out its writes
         * @example crm-sync
         */
        'Origin-Id'?: string
      }
      path: {
        /**
         * @description The id of the project
         * @example 01a1fc5c-f808-70a6-aca9-b364a578bfae
         */
        projectId: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description Which tasks to change: those that meet every field that you send. Send at least one. `status` is a status, or a list of which any may match. `workflowLaneId` is a lane, or null for tasks without a lane. `updatedBefore`, `updatedAfter`, `createdBefore` and `createdAfter` are times; a task of exactly that time does not match. `q` is a text of at most 100 characters that the label, the external id, the description or the label of a subtask contains, in upper or lower case, with or without accents. `fields` has conditions on the account's own fields: `{"priority": "high", "due": {"before": "2026-12-31"}}`, at most 10 */
          where: {
            status?: (0 | 1 | 2) | (0 | 1 | 2)[]
            workflowLaneId?: string | null
            /** Format: date-time */
            updatedBefore?: string
            /** Format: date-time */
            updatedAfter?: string
            /** Format: date-time */
            createdBefore?: string
            /** Format: date-time */
            createdAfter?: string
            q?: string
            fields?: {
              [key: string]:
                | string
                | number
                | boolean
                | {
                    before?: string
                    after?: string
                    min?: number
                    max?: number
                    exists?: boolean
                  }
            }
          }
          /** @description What the tasks become, at least one of: a `status`; a `workflowLaneId` of the project, or null for no lane; a `description`, or null for none; values of `fields`, at most 50 */
          set: {
            /** @enum {integer} */
            status?: 0 | 1 | 2
            workflowLaneId?: string | null
            description?: string | null
            fields?: {
              [key: string]:
                | string
                | number
                | boolean
                | null
                | string[]
                | {
                    id: string
                    email: string
                  }
            }
          }
          /**
           * @description The most tasks that this request changes, 1 to 100; 100 by default
           * @default 100
           */
          limit?: number
          /** @description The `next_cursor` of the previous answer, with the same `where` and `set` */
          cursor?: string
        }
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Cache-Control': components['headers']['Cache-Control']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
          'Dry-Run': components['headers']['Dry-Run']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            matched: number
            updated: number
            skipped: number
            has_more: boolean
            next_cursor: string | null
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
  'projects.list-trash': {
    parameters: {
      query?: {
        /**
         * @description The number of entries per page, 1 to 100
         * @example 50
         */
        limit?: number
        /** @description The `next_cursor` of the previous page, unchanged */
        cursor?: string
      }
      header?: never
      path: {
        /**
         * @description The id of the project
         * @example 01a1fc5c-f808-70a6-aca9-b364a578bfae
         */
        projectId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
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
  'tasks.move': {
    parameters: {
      query?: never
      header?: {
        /**
         * @description A name for the system that makes this write: 1 to 64 of the characters A–Z a–z 0–9 . _ -; the list of changes shows it and can leave out its writes
         * @example crm-sync
         */
        'Origin-Id'?: string
        /**
         * @description The `ETag` that the task must still have, or a list of at most 100 of them; `*` accepts any version
         * @example "3"
         */
        'If-Match'?: string
      }
      path: {
        /**
         * @description The UUID of the task, or `ext:` followed by its external id
         * @example 6f5cb361-f0c4-4b6f-8b64-4e8d1a8f3d53
         */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description The task to put it before: a UUID, or `ext:` followed by an external id */
          beforeTaskId?: string
          /** @description The task to put it after: a UUID, or `ext:` followed by an external id */
          afterTaskId?: string
          /**
           * @description The start or the end of the project, or of the lane that the task is then in
           * @enum {string}
           */
          to?: 'top' | 'bottom'
          /** @description A lane of the project, or null for no lane */
          workflowLaneId?: string | null
        } & (unknown | unknown | unknown)
      }
    }
    responses: {
      /** @description Success */
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
         * @description A name for the system that makes this write: 1 to 64 of the characters A–Z a–z 0–9 . _ -; the list of changes shows it and can leave out its writes
         * @example crm-sync
         */
        'Origin-Id'?: string
        /**
         * @description The `ETag` that the task must still have, or a list of at most 100 of them; `*` accepts any version
         * @example "3"
         */
        'If-Match'?: string
      }
      path: {
        /**
         * @description The UUID of the task, or `ext:` followed by its external id
         * @example 6f5cb361-f0c4-4b6f-8b64-4e8d1a8f3d53
         */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
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
  'subtasks.create': {
    parameters: {
      query?: never
      header?: {
        /**
         * @description A name for the system that makes this write: 1 to 64 of the characters A–Z a–z 0–9 . _ -; the list of changes shows it and can leave out its writes
         * @example crm-sync
         */
        'Origin-Id'?: string
        /**
         * @description The `ETag` that the task must still have, or a list of at most 100 of them; `*` accepts any version
         * @example "3"
         */
        'If-Match'?: string
      }
      path: {
        /**
         * @description The UUID of the task, or `ext:` followed by its external id
         * @example 6f5cb361-f0c4-4b6f-8b64-4e8d1a8f3d53
         */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description The id that the subtask gets: any UUID of yours, version 1 to 8. A repeat of the request with the same id and body creates nothing twice. If left out, the service makes one */
          id?: string | null
          /** @description The text of the subtask, 1–500 characters after white space at both ends is removed, at least one of them visible */
          label: string
          /**
           * @description Whether the subtask is done
           * @default false
           */
          isCompleted?: boolean | null
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
      404: components['responses']['task_not_found']
      409: components['responses']['id_exists']
      412: components['responses']['precondition_failed']
      413: components['responses']['payload_too_large']
      415: components['responses']['unsupported_media_type']
      422: components['responses']['id_reused']
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
         * @description A name for the system that makes this write: 1 to 64 of the characters A–Z a–z 0–9 . _ -; the list of changes shows it and can leave out its writes
         * @example crm-sync
         */
        'Origin-Id'?: string
        /**
         * @description The `ETag` that the task must still have, or a list of at most 100 of them; `*` accepts any version
         * @example "3"
         */
        'If-Match'?: string
      }
      path: {
        /**
         * @description The UUID of the task, or `ext:` followed by its external id
         * @example 6f5cb361-f0c4-4b6f-8b64-4e8d1a8f3d53
         */
        id: string
        /**
         * @description The id of the subtask
         * @example 01a1fc5d-9a44-7f6e-8f3b-51f4c0a7d2c9
         */
        subtaskId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
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
         * @description A name for the system that makes this write: 1 to 64 of the characters A–Z a–z 0–9 . _ -; the list of changes shows it and can leave out its writes
         * @example crm-sync
         */
        'Origin-Id'?: string
        /**
         * @description The `ETag` that the task must still have, or a list of at most 100 of them; `*` accepts any version
         * @example "3"
         */
        'If-Match'?: string
      }
      path: {
        /**
         * @description The UUID of the task, or `ext:` followed by its external id
         * @example 6f5cb361-f0c4-4b6f-8b64-4e8d1a8f3d53
         */
        id: string
        /**
         * @description The id of the subtask
         * @example 01a1fc5d-9a44-7f6e-8f3b-51f4c0a7d2c9
         */
        subtaskId: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description The text of the subtask, 1–500 characters after white space at both ends is removed, at least one of them visible */
          label?: string
          /** @description Whether the subtask is done */
          isCompleted?: boolean
          /**
           * Format: uuid
           * @description The subtask to put it before
           */
          beforeSubtaskId?: string
          /**
           * Format: uuid
           * @description The subtask to put it after
           */
          afterSubtaskId?: string
        }
      }
    }
    responses: {
      /** @description Success */
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
  'comments.changes': {
    parameters: {
      query?: {
        /**
         * @description The number of entries per page, 1 to 100
         * @example 100
         */
        limit?: number
        /** @description The `next_cursor` of the previous page, unchanged */
        cursor?: string
        /** @description `now` returns no changes, only a cursor that starts ten seconds ago; cannot be combined with `cursor` */
        from?: 'now'
        /** @description Leaves out tasks whose last write had this `Origin-Id`; can be sent up to ten times */
        excludeOriginId?: string[]
        /** @description `true` leaves out tasks whose last write was made with this token */
        excludeSelf?: 'true' | 'false'
        /**
         * @description Only comments of tasks of this project; a comment whose task leaves it is shown as deleted
         * @example 01a1fc5c-f808-70a6-aca9-b364a578bfae
         */
        projectId?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
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
            changes: components['schemas']['CommentChange'][]
            next_cursor: string
            has_more: boolean
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required']
      404: components['responses']['project_not_found']
      410: components['responses']['cursor_expired']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'comments.delete': {
    parameters: {
      query?: never
      header?: {
        /**
         * @description A name for the system that makes this write: 1 to 64 of the characters A–Z a–z 0–9 . _ -; the list of changes shows it and can leave out its writes
         * @example crm-sync
         */
        'Origin-Id'?: string
        /**
         * @description The `ETag` that the task must still have, or a list of at most 100 of them; `*` accepts any version
         * @example "3"
         */
        'If-Match'?: string
      }
      path: {
        /**
         * @description The UUID of the comment, or `ext:` followed by its external id
         * @example 01a1fc5d-c2f0-7a19-8e64-0d3b7f5a9c11
         */
        commentId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
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
      404: components['responses']['comment_not_found']
      412: components['responses']['precondition_failed']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'comments.update': {
    parameters: {
      query?: never
      header?: {
        /**
         * @description A name for the system that makes this write: 1 to 64 of the characters A–Z a–z 0–9 . _ -; the list of changes shows it and can leave out its writes
         * @example crm-sync
         */
        'Origin-Id'?: string
        /**
         * @description The `ETag` that the task must still have, or a list of at most 100 of them; `*` accepts any version
         * @example "3"
         */
        'If-Match'?: string
      }
      path: {
        /**
         * @description The UUID of the comment, or `ext:` followed by its external id
         * @example 01a1fc5d-c2f0-7a19-8e64-0d3b7f5a9c11
         */
        commentId: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description What it says, 1–10,000 characters, at least one of them visible. It is Markdown, and stored unchanged */
          text: string
        }
      }
    }
    responses: {
      /** @description Success */
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
            comment: components['schemas']['Comment']
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required']
      404: components['responses']['comment_not_found']
      412: components['responses']['precondition_failed']
      413: components['responses']['payload_too_large']
      415: components['responses']['unsupported_media_type']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'comments.list': {
    parameters: {
      query?: {
        /** @description The number of entries per page, 1 to 100 */
        limit?: number
        /** @description The `next_cursor` of the previous page, unchanged */
        cursor?: string
      }
      header?: never
      path: {
        /**
         * @description The UUID of the task, or `ext:` followed by its external id
         * @example 6f5cb361-f0c4-4b6f-8b64-4e8d1a8f3d53
         */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
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
            comments: components['schemas']['Comment'][]
            next_cursor: string | null
          }
        }
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
  'comments.create': {
    parameters: {
      query?: never
      header?: {
        /**
         * @description A name for the system that makes this write: 1 to 64 of the characters A–Z a–z 0–9 . _ -; the list of changes shows it and can leave out its writes
         * @example crm-sync
         */
        'Origin-Id'?: string
        /**
         * @description A key that you choose for this task, 1 to 255 ASCII characters, with or without quotes; a repeated request with the same key creates no second task
         * @example form-4711
         */
        'Idempotency-Key'?: string
      }
      path: {
        /**
         * @description The UUID of the task, or `ext:` followed by its external id
         * @example 6f5cb361-f0c4-4b6f-8b64-4e8d1a8f3d53
         */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description The id that the comment gets: any UUID of yours, version 1 to 8. A repeat of the request with the same id and body creates nothing twice. If left out, the service makes one */
          id?: string | null
          /** @description What it says, 1–10,000 characters, at least one of them visible. It is Markdown, and stored unchanged */
          text: string
          /** @description Its id in another system, at most 255 characters, at least one of them visible. It is unique in the account, and stays taken for 40 days after the comment was deleted */
          externalId?: string | null
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
            comment: components['schemas']['Comment']
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required']
      404: components['responses']['task_not_found']
      409: components['responses']['external_id_exists.id_exists']
      413: components['responses']['payload_too_large']
      415: components['responses']['unsupported_media_type']
      422: components['responses']['idempotency_key_reused.id_reused']
      429: components['responses']['rate_limited.quota_exceeded']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'projects.list': {
    parameters: {
      query?: {
        /**
         * @description The number of entries per page, 1 to 100
         * @example 50
         */
        limit?: number
        /** @description The `next_cursor` of the previous page, unchanged */
        cursor?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
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
          /** @description The name of the project, 1–500 characters after white space at both ends is removed, at least one of them visible */
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
      403: components['responses']['insufficient_scope.plan_required.project_bound_token']
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
         * @description The id of the project
         * @example 01a1fc5c-f808-70a6-aca9-b364a578bfae
         */
        projectId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
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
         * @description The id of the project
         * @example 01a1fc5c-f808-70a6-aca9-b364a578bfae
         */
        projectId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
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
      403: components['responses']['insufficient_scope.plan_required.project_bound_token']
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
         * @description The id of the project
         * @example 01a1fc5c-f808-70a6-aca9-b364a578bfae
         */
        projectId: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description The name of the project, 1–500 characters after white space at both ends is removed, at least one of them visible */
          label?: string
        }
      }
    }
    responses: {
      /** @description Success */
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
  'projects.import': {
    parameters: {
      query: {
        /**
         * @description The format of the body: a table with a header (`csv`), tasks as this API shows them (`json`, in an array or one on each line), the CSV file of a project of Todoist, or the JSON export of a board of Trello
         * @example json
         */
        format: 'csv' | 'json' | 'todoist' | 'trello'
        /** @description The row to begin with: the `next_row` of the previous answer, for the same file */
        fromRow?: number
        /** @description `true` makes the fields and options that the file needs and the account does not have */
        createFields?: 'true' | 'false'
        /** @description The time zone of times in the file without an offset, such as Europe/Berlin; by default the account's, else UTC */
        timeZone?: string
        /** @description `true` checks everything and writes nothing: the answer says what the write would do; ids, positions and times in it are examples */
        dryRun?: 'true' | 'false'
      }
      header?: {
        /**
         * @description A name for the system that makes this write: 1 to 64 of the characters A–Z a–z 0–9 . _ -; the list of changes shows it and can leave out its writes
         * @example crm-sync
         */
        'Origin-Id'?: string
      }
      path: {
        /**
         * @description The id of the project
         * @example 01a1fc5c-f808-70a6-aca9-b364a578bfae
         */
        projectId: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': unknown
        'text/csv': unknown
        'application/x-ndjson': unknown
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Cache-Control': components['headers']['Cache-Control']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
          'Dry-Run': components['headers']['Dry-Run']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            created: number
            duplicates: number
            failed: {
              row: number
              error: {
                code: string
                message: string
              }
            }[]
            lanes_created: string[]
            fields_created: string[]
            fields_matched: {
              name: string
              key: string
            }[]
            warnings: {
              message: string
              count: number
            }[]
            comments_created?: number
            next_row: number | null
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required.project_bound_token']
      404: components['responses']['project_not_found']
      413: components['responses']['payload_too_large.projects.import']
      415: components['responses']['unsupported_media_type.projects.import']
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
         * @description The id of the project
         * @example 01a1fc5c-f808-70a6-aca9-b364a578bfae
         */
        projectId: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description The id that the lane gets: any UUID of yours, version 1 to 8. A repeat of the request with the same id and body creates nothing twice. If left out, the service makes one */
          id?: string | null
          /** @description The name of the lane, 1–500 characters after white space at both ends is removed, at least one of them visible */
          label: string
          /** @description The status that a task gets when it enters the lane, unless its request names one: 0, 1 or 2, or null for none */
          taskStatus?: (0 | 1 | 2) | null
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
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed']
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
      409: components['responses']['id_exists']
      413: components['responses']['payload_too_large']
      415: components['responses']['unsupported_media_type']
      422: components['responses']['id_reused']
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
         * @description A name for the system that makes this write: 1 to 64 of the characters A–Z a–z 0–9 . _ -; the list of changes shows it and can leave out its writes
         * @example crm-sync
         */
        'Origin-Id'?: string
      }
      path: {
        /**
         * @description The id of the project
         * @example 01a1fc5c-f808-70a6-aca9-b364a578bfae
         */
        projectId: string
        /**
         * @description The id of the lane
         * @example 01a1fc5d-3c1e-7d0a-9c55-0b8c6a2f4e11
         */
        laneId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
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
         * @description The id of the project
         * @example 01a1fc5c-f808-70a6-aca9-b364a578bfae
         */
        projectId: string
        /**
         * @description The id of the lane
         * @example 01a1fc5d-3c1e-7d0a-9c55-0b8c6a2f4e11
         */
        laneId: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description The name of the lane, 1–500 characters after white space at both ends is removed, at least one of them visible */
          label?: string
          /** @description The status that a task gets when it enters the lane, unless its request names one: 0, 1 or 2, or null for none */
          taskStatus?: (0 | 1 | 2) | null
          /**
           * Format: uuid
           * @description The lane to put it before
           */
          beforeLaneId?: string
          /**
           * Format: uuid
           * @description The lane to put it after
           */
          afterLaneId?: string
        }
      }
    }
    responses: {
      /** @description Success */
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
  'fields.list': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
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
            fields: components['schemas']['Field'][]
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
  'fields.create': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description The name of the field in requests and answers: a lower-case letter, then at most 39 lower-case letters, digits and underscores; it never changes */
          key: string
          /** @description The name that people read, 1–60 characters */
          label: string
          /**
           * @description What the field holds; it never changes
           * @enum {string}
           */
          type:
            | 'text'
            | 'number'
            | 'checkbox'
            | 'date'
            | 'datetime'
            | 'select'
            | 'multi_select'
            | 'url'
            | 'member'
          /** @description 1–50 options, in their order; only for the types select and multi_select */
          options?:
            | {
                /** @description What tasks hold, 1–60 characters without comma, semicolon and line break; it never changes */
                value: string
                /** @description The text that people read; by default the value */
                label?: string | null
                /** @description One of gray, red, orange, yellow, green, teal, blue, purple, pink; absent if it has none */
                color?:
                  | ('gray' | 'red' | 'orange' | 'yellow' | 'green' | 'teal' | 'blue' | 'purple' | 'pink')
                  | null
              }[]
            | null
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
            field: components['schemas']['Field']
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required.project_bound_token']
      409: components['responses']['field_exists']
      413: components['responses']['payload_too_large']
      415: components['responses']['unsupported_media_type']
      429: components['responses']['rate_limited.quota_exceeded']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'fields.delete': {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The key of the field
         * @example priority
         */
        fieldKey: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
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
      403: components['responses']['insufficient_scope.plan_required.project_bound_token']
      404: components['responses']['field_not_found']
      429: components['responses']['rate_limited.quota_exceeded']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'fields.update': {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The key of the field
         * @example priority
         */
        fieldKey: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description The name that people read, 1–60 characters */
          label?: string
          /** @description 1–50 options, in their order; only for the types select and multi_select */
          options?: {
            /** @description What tasks hold, 1–60 characters without comma, semicolon and line break; it never changes */
            value: string
            /** @description The text that people read; by default the value */
            label?: string
            /**
             * @description One of gray, red, orange, yellow, green, teal, blue, purple, pink; absent if it has none
             * @enum {string}
             */
            color?: 'gray' | 'red' | 'orange' | 'yellow' | 'green' | 'teal' | 'blue' | 'purple' | 'pink'
          }[]
          /** @description The field to put it before */
          beforeKey?: string
          /** @description The field to put it after */
          afterKey?: string
        }
      }
    }
    responses: {
      /** @description Success */
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
            field: components['schemas']['Field']
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required.project_bound_token']
      404: components['responses']['field_not_found']
      413: components['responses']['payload_too_large']
      415: components['responses']['unsupported_media_type']
      429: components['responses']['rate_limited.quota_exceeded']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'changes.list': {
    parameters: {
      query?: {
        /**
         * @description The number of entries per page, 1 to 100
         * @example 100
         */
        limit?: number
        /**
         * @description The `next_cursor` of the previous page, unchanged
         * @example q1Zw3kXyTmBvMHxpZ29jZm86Y2owMDBxcnFtMw
         */
        cursor?: string
        /** @description `now` returns no changes, only a cursor that starts ten seconds ago; cannot be combined with `cursor` */
        from?: 'now'
        /** @description Leaves out tasks whose last write had this `Origin-Id`; can be sent up to ten times */
        excludeOriginId?: string[]
        /** @description `true` leaves out tasks whose last write was made with this token */
        excludeSelf?: 'true' | 'false'
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
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
  'history.list': {
    parameters: {
      query?: {
        /** @description The number of entries per page, 1 to 100 */
        limit?: number
        /** @description The `next_cursor` of the previous page, unchanged */
        cursor?: string
        /** @description Only writes of tasks that were in this project before or after */
        projectId?: string
        /**
         * @description Only writes with this token
         * @example 01a1fc5e-0b12-7a3c-b1de-7c2f9e8d4a60
         */
        tokenId?: string
        /** @description Only writes that this member made in a session */
        memberId?: string
        /** @description Only writes with this `Origin-Id` */
        originId?: string
        /** @description Only writes by this rule */
        ruleId?: string
        /** @description Only writes that came in this way, as `origin.via` says */
        via?: 'api' | 'form' | 'import' | 'mcp' | 'rule' | 'revert'
        /**
         * @description Only writes after this time and not exactly then: ISO 8601 with an offset, or Z
         * @example 2026-11-21T00:00:00Z
         */
        after?: string
        /** @description Only writes before this time and not exactly then */
        before?: string
        /**
         * @description Only writes that changed this field; `fields` stands for all values of the account's own fields
         * @example status
         */
        changed?:
          | (
              | 'label'
              | 'status'
              | 'project_id'
              | 'workflow_lane_id'
              | 'position'
              | 'description'
              | 'subtasks'
              | 'external_id'
              | 'fields'
            )
          | string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
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
            entries: components['schemas']['HistoryEntry'][]
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
  'reverts.create': {
    parameters: {
      query?: {
        /** @description `true` checks everything and writes nothing: the answer says what the write would do; ids, positions and times in it are examples */
        dryRun?: 'true' | 'false'
      }
      header?: {
        /**
         * @description A name for the system that makes this write: 1 to 64 of the characters A–Z a–z 0–9 . _ -; the list of changes shows it and can leave out its writes
         * @example crm-sync
         */
        'Origin-Id'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description Whose writes are taken back, by exactly one of: `tokenId`, `memberId` (writes in a session), `originId` (an `Origin-Id`), `ruleId`, `formId` */
          by: {
            /** Format: uuid */
            tokenId?: string
            /** Format: uuid */
            memberId?: string
            originId?: string
            /** Format: uuid */
            ruleId?: string
            /** Format: uuid */
            formId?: string
          }
          /**
           * Format: date-time
           * @description Only writes after this time and not exactly then: ISO 8601 with an offset, or Z
           */
          after: string
          /**
           * Format: date-time
           * @description Only writes before this time and not exactly then; the time of the first request by default
           */
          before?: string
          /**
           * Format: uuid
           * @description Only writes of tasks that were in this project before or after
           */
          projectId?: string
          /**
           * @description The most tasks that this request looks at, 1 to 100; 100 by default
           * @default 100
           */
          limit?: number
          /** @description The `next_cursor` of the previous answer, with the same other fields */
          cursor?: string
        }
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Cache-Control': components['headers']['Cache-Control']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
          Link: components['headers']['Link']
          'Dry-Run': components['headers']['Dry-Run']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            matched: number
            reverted: number
            tasks: {
              /** Format: uuid */
              id: string
              label: string
              /** @enum {string} */
              effect: 'changed' | 'trashed' | 'restored'
              fields: (
                | (
                    | 'label'
                    | 'status'
                    | 'project_id'
                    | 'workflow_lane_id'
                    | 'position'
                    | 'description'
                    | 'subtasks'
                    | 'external_id'
                  )
                | string
              )[]
            }[]
            kept: {
              /** Format: uuid */
              id: string
              label: string
              fields: (
                | (
                    | 'label'
                    | 'status'
                    | 'project_id'
                    | 'workflow_lane_id'
                    | 'position'
                    | 'description'
                    | 'subtasks'
                    | 'external_id'
                  )
                | string
              )[]
              /** @enum {string} */
              reason:
                | 'changed_since'
                | 'in_trash'
                | 'lane_not_found'
                | 'project_not_found'
                | 'field_not_found'
                | 'quota_exceeded'
                | 'insufficient_scope'
                | 'not_in_history'
                | 'too_many_writes'
                | 'too_large'
            }[]
            next_cursor: string | null
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
  'tasks.history': {
    parameters: {
      query?: {
        /** @description The number of entries per page, 1 to 100 */
        limit?: number
        /** @description The `next_cursor` of the previous page, unchanged */
        cursor?: string
      }
      header?: never
      path: {
        /**
         * @description The UUID of the task, or `ext:` followed by its external id
         * @example 6f5cb361-f0c4-4b6f-8b64-4e8d1a8f3d53
         */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
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
            entries: components['schemas']['HistoryEntry'][]
            next_cursor: string | null
          }
        }
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
  'tasks.revert': {
    parameters: {
      query?: {
        /** @description `true` checks everything and writes nothing: the answer says what the write would do; ids, positions and times in it are examples */
        dryRun?: 'true' | 'false'
      }
      header?: {
        /**
         * @description A name for the system that makes this write: 1 to 64 of the characters A–Z a–z 0–9 . _ -; the list of changes shows it and can leave out its writes
         * @example crm-sync
         */
        'Origin-Id'?: string
        /**
         * @description The `ETag` that the task must still have, or a list of at most 100 of them; `*` accepts any version
         * @example "3"
         */
        'If-Match'?: string
      }
      path: {
        /**
         * @description The UUID of the task, or `ext:` followed by its external id
         * @example 6f5cb361-f0c4-4b6f-8b64-4e8d1a8f3d53
         */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description The version to which the task is taken back */
          version: number
        }
      }
    }
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Cache-Control': components['headers']['Cache-Control']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
          ETag: components['headers']['ETag']
          'Dry-Run': components['headers']['Dry-Run']
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
      409: components['responses']['version_not_kept']
      412: components['responses']['precondition_failed']
      413: components['responses']['payload_too_large']
      415: components['responses']['unsupported_media_type']
      429: components['responses']['rate_limited.quota_exceeded']
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
      /** @description Success */
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
           * @description The project that tasks are created in
           */
          projectId: string
          /** @description The name of the form, 1–500 characters after white space at both ends is removed, at least one of them visible */
          name: string
          /** @description The form service that sends the submissions; with null, it is detected from each submission */
          source?: ('github' | 'typeform' | 'tally' | 'jotform' | 'formbricks' | 'google' | 'generic') | null
          /** @description Templates for `label`, `description` and `externalId`, such as `{{email}}`, `{{/json/pointer}}`, `{{all}}` or `{{name|default:nobody}}`, and a fixed `status` and `workflowLaneId`. `fields` has templates for the account's own fields, by their keys. `commentOn` names a task by its id, or by `ext:` and its external id, such as `ext:{{ticket}}`: if the form's project has this task, the submission becomes a comment on it. With null, a subject, a message or the first text that a person wrote is the label, and all fields are the description */
          mapping?: {
            label?: string
            /** @enum {integer} */
            status?: 0 | 1 | 2
            /** Format: uuid */
            workflowLaneId?: string
            description?: string
            externalId?: string
            fields?: {
              [key: string]: string
            }
            commentOn?: string
          } | null
          /** @description How each submission is signed, and the secret for it, which no answer shows. A submission without a valid signature is refused. With null, signatures are not checked */
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
          /** @description The key of a hidden field against spam. People do not see it, so a submission that fills it in is spam. Null if there is none */
          honeypot?: (string | null) | null
          /** @description The URL that a browser is redirected to after it has sent the form; with null it gets a page of this service */
          redirectUrl?: string | null
          /** @description The websites that can send submissions, at most 20; null if all can */
          allowedOrigins?: string[] | null
          /** @description A field or a JSON Pointer. Submissions with the same value there are duplicates. With null, submissions with the same id from the form service are duplicates */
          dedupeBy?: (string | null) | null
          /** @description The time zone of times that submissions have without an offset, such as Europe/Berlin; with null, that of the account, else UTC */
          timeZone?: (string | null) | null
          /** @description Whether submissions are held and create no tasks */
          paused?: boolean | null
          /** @description The most submissions that it accepts per minute, 1 to 6000; 600 by default */
          rateLimit?: number | null
          /** @description The number of days that a submission is kept, 1 to 40; 30 by default */
          retentionDays?: number | null
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
                /** @enum {integer} */
                status?: 0 | 1 | 2
                /** Format: uuid */
                workflow_lane_id?: string
                description?: string
                external_id?: string
                fields?: {
                  [key: string]: string
                }
                comment_on?: string
              } | null
              signature: ('typeform' | 'tally' | 'github' | 'standard' | 'hmac' | 'header') | null
              honeypot: string | null
              redirect_url: string | null
              allowed_origins: string[] | null
              dedupe_by: string | null
              time_zone: string | null
              paused: boolean
              rate_limit: number
              retention_days: number
              held_count: number
              old_url_until: string | null
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
         * @description The id of the form
         * @example 01a1fc5e-7d30-7c11-9f02-4a6b8c0d2e41
         */
        formId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
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
         * @description The id of the form
         * @example 01a1fc5e-7d30-7c11-9f02-4a6b8c0d2e41
         */
        formId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
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
         * @description The id of the form
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
           * @description The project that tasks are created in
           */
          projectId?: string
          /** @description The name of the form, 1–500 characters after white space at both ends is removed, at least one of them visible */
          name?: string
          /** @description The form service that sends the submissions; with null, it is detected from each submission */
          source?: ('github' | 'typeform' | 'tally' | 'jotform' | 'formbricks' | 'google' | 'generic') | null
          /** @description Templates for `label`, `description` and `externalId`, such as `{{email}}`, `{{/json/pointer}}`, `{{all}}` or `{{name|default:nobody}}`, and a fixed `status` and `workflowLaneId`. `fields` has templates for the account's own fields, by their keys. `commentOn` names a task by its id, or by `ext:` and its external id, such as `ext:{{ticket}}`: if the form's project has this task, the submission becomes a comment on it. With null, a subject, a message or the first text that a person wrote is the label, and all fields are the description */
          mapping?: {
            label?: string
            /** @enum {integer} */
            status?: 0 | 1 | 2
            /** Format: uuid */
            workflowLaneId?: string
            description?: string
            externalId?: string
            fields?: {
              [key: string]: string
            }
            commentOn?: string
          } | null
          /** @description How each submission is signed, and the secret for it, which no answer shows. A submission without a valid signature is refused. With null, signatures are not checked */
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
          /** @description The key of a hidden field against spam. People do not see it, so a submission that fills it in is spam. Null if there is none */
          honeypot?: string | null
          /** @description The URL that a browser is redirected to after it has sent the form; with null it gets a page of this service */
          redirectUrl?: string | null
          /** @description The websites that can send submissions, at most 20; null if all can */
          allowedOrigins?: string[] | null
          /** @description A field or a JSON Pointer. Submissions with the same value there are duplicates. With null, submissions with the same id from the form service are duplicates */
          dedupeBy?: string | null
          /** @description The time zone of times that submissions have without an offset, such as Europe/Berlin; with null, that of the account, else UTC */
          timeZone?: string | null
          /** @description Whether submissions are held and create no tasks */
          paused?: boolean
          /** @description The most submissions that it accepts per minute, 1 to 6000; 600 by default */
          rateLimit?: number
          /** @description The number of days that a submission is kept, 1 to 40; 30 by default */
          retentionDays?: number
        }
      }
    }
    responses: {
      /** @description Success */
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
  'forms.preview': {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The id of the form
         * @example 01a1fc5e-7d30-7c11-9f02-4a6b8c0d2e41
         */
        formId: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description The `Content-Type` of the sample */
          contentType: string
          /** @description The body of the sample, as text */
          body: string
          /** @description Templates for `label`, `description` and `externalId`, such as `{{email}}`, `{{/json/pointer}}`, `{{all}}` or `{{name|default:nobody}}`, and a fixed `status` and `workflowLaneId`. `fields` has templates for the account's own fields, by their keys. `commentOn` names a task by its id, or by `ext:` and its external id, such as `ext:{{ticket}}`: if the form's project has this task, the submission becomes a comment on it. With null, a subject, a message or the first text that a person wrote is the label, and all fields are the description */
          mapping?: {
            label?: string
            /** @enum {integer} */
            status?: 0 | 1 | 2
            /** Format: uuid */
            workflowLaneId?: string
            description?: string
            externalId?: string
            fields?: {
              [key: string]: string
            }
            commentOn?: string
          } | null
        }
      }
    }
    responses: {
      /** @description Success */
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
              /** @enum {integer} */
              status: 0 | 1 | 2
              workflow_lane_id: string | null
              description: string | null
              external_id?: string
              fields?: {
                [key: string]:
                  | string
                  | number
                  | boolean
                  | string[]
                  | {
                      id: string
                      email: string
                    }
              }
            } | null
            comment_on?: string
            dedupe_key: string | null
            warnings: string[]
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required']
      404: components['responses']['form_not_found']
      413: components['responses']['payload_too_large.forms.preview']
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
        /** @description The `next_cursor` of the previous page, unchanged */
        cursor?: string
      }
      header?: never
      path: {
        /**
         * @description The id of the form
         * @example 01a1fc5e-7d30-7c11-9f02-4a6b8c0d2e41
         */
        formId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
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
  'forms.rotate-url': {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The id of the form
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
           * @description The number of hours that the old URL stays valid, 0 to 168
           * @default 24
           */
          oldValidHours?: number
        }
      }
    }
    responses: {
      /** @description Success */
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
                /** @enum {integer} */
                status?: 0 | 1 | 2
                /** Format: uuid */
                workflow_lane_id?: string
                description?: string
                external_id?: string
                fields?: {
                  [key: string]: string
                }
                comment_on?: string
              } | null
              signature: ('typeform' | 'tally' | 'github' | 'standard' | 'hmac' | 'header') | null
              honeypot: string | null
              redirect_url: string | null
              allowed_origins: string[] | null
              dedupe_by: string | null
              time_zone: string | null
              paused: boolean
              rate_limit: number
              retention_days: number
              held_count: number
              old_url_until: string | null
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
  'hooks.receive': {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The secret key of this URL; anyone who has it can call this operation
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
        'application/*+json': unknown
      }
    }
    responses: {
      /** @description Success */
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
            submission_ids?: string[]
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_signature']
      404: components['responses']['route_not_found']
      413: components['responses']['payload_too_large.hooks.receive']
      415: components['responses']['unsupported_media_type.hooks.receive']
      429: components['responses']['rate_limited.quota_exceeded']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'submissions.list': {
    parameters: {
      query?: {
        /** @description The number of entries per page, 1 to 100 */
        limit?: number
        /** @description The `next_cursor` of the previous page, unchanged */
        cursor?: string
        /**
         * @description Only entries with this outcome
         * @example held
         */
        outcome?: 'created' | 'duplicate' | 'held' | 'spam' | 'ignored'
      }
      header?: never
      path: {
        /**
         * @description The id of the form
         * @example 01a1fc5e-7d30-7c11-9f02-4a6b8c0d2e41
         */
        formId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
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
         * @description The id of the form
         * @example 01a1fc5e-7d30-7c11-9f02-4a6b8c0d2e41
         */
        formId: string
        /**
         * @description The id of the submission
         * @example 01a1fc5f-1e88-7b63-8a57-6c9d1f3b5a72
         */
        submissionId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
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
         * @description The id of the form
         * @example 01a1fc5e-7d30-7c11-9f02-4a6b8c0d2e41
         */
        formId: string
        /**
         * @description The id of the submission
         * @example 01a1fc5f-1e88-7b63-8a57-6c9d1f3b5a72
         */
        submissionId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
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
  'webhooks.list': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
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
            webhooks: components['schemas']['Webhook'][]
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
  'webhooks.create': {
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
           * Format: uri
           * @description The URL of the receiver: https and a public address. A service on one machine also takes http://localhost. A bus or a queue of AWS that the operator allows: `eventbridge:<bus>` or `sqs:<ARN of the queue>`
           */
          url: string
          /** @description The types of events that it gets, `["task.*"]` by default: all events of tasks */
          eventTypes?:
            | (
                | 'task.*'
                | 'task.created'
                | 'task.completed'
                | 'task.reopened'
                | 'task.updated'
                | 'task.deleted'
                | 'task.restored'
                | 'comment.*'
                | 'comment.created'
                | 'comment.updated'
                | 'comment.deleted'
                | 'webhook.failing'
                | 'webhook.disabled'
                | 'form.submission_held'
                | 'rule.fired'
                | 'rule.failed'
                | 'rule.disabled'
              )[]
            | null
          /** @description Only tasks of these projects and events of their rules, at most 50; null for all. A token that is bound to projects has its own projects as the default */
          projectIds?: string[] | null
          /** @description Sends `task.updated`, `task.completed` and `task.reopened` only if one of these fields changed; null for any field */
          changedFields?:
            | (
                | (
                    | 'label'
                    | 'status'
                    | 'project_id'
                    | 'workflow_lane_id'
                    | 'position'
                    | 'description'
                    | 'subtasks'
                    | 'external_id'
                    | 'fields'
                  )
                | string
              )[]
            | null
          /** @description Leaves out writes with one of these values of `Origin-Id`, at most 10; null for none */
          excludeOriginIds?: string[] | null
          /** @description Leaves out writes by one of these tokens, at most 10; null for none */
          excludeTokenIds?: string[] | null
          /** @description Headers that each delivery has in addition, at most 5. No answer shows their values */
          headers?:
            | {
                /** @description The name of the header */
                name: string
                /** @description Its value */
                value: string
              }[]
            | null
          /** @description A note for people, at most 500 characters */
          description?: (string | null) | null
          /** @description What it is sent: `standard`, the event; or a line for people with a link, as `slack`, `discord`, `teams` or `ntfy` takes it. `standard` by default */
          format?: ('standard' | 'slack' | 'discord' | 'teams' | 'ntfy') | null
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
            webhook: components['schemas']['Webhook']
            secret: string
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
  'webhooks.get': {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The id of the webhook
         * @example 01a1fc60-2c47-7e18-b6a9-5d3f8e1c7b20
         */
        webhookId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
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
            webhook: components['schemas']['Webhook']
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required']
      404: components['responses']['webhook_not_found']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'webhooks.delete': {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The id of the webhook
         * @example 01a1fc60-2c47-7e18-b6a9-5d3f8e1c7b20
         */
        webhookId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
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
      404: components['responses']['webhook_not_found']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'webhooks.update': {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The id of the webhook
         * @example 01a1fc60-2c47-7e18-b6a9-5d3f8e1c7b20
         */
        webhookId: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /**
           * Format: uri
           * @description The URL of the receiver: https and a public address. A service on one machine also takes http://localhost. A bus or a queue of AWS that the operator allows: `eventbridge:<bus>` or `sqs:<ARN of the queue>`
           */
          url?: string
          /** @description The types of events that it gets, `["task.*"]` by default: all events of tasks */
          eventTypes?: (
            | 'task.*'
            | 'task.created'
            | 'task.completed'
            | 'task.reopened'
            | 'task.updated'
            | 'task.deleted'
            | 'task.restored'
            | 'comment.*'
            | 'comment.created'
            | 'comment.updated'
            | 'comment.deleted'
            | 'webhook.failing'
            | 'webhook.disabled'
            | 'form.submission_held'
            | 'rule.fired'
            | 'rule.failed'
            | 'rule.disabled'
          )[]
          /** @description Only tasks of these projects and events of their rules, at most 50; null for all. A token that is bound to projects has its own projects as the default */
          projectIds?: string[] | null
          /** @description Sends `task.updated`, `task.completed` and `task.reopened` only if one of these fields changed; null for any field */
          changedFields?:
            | (
                | (
                    | 'label'
                    | 'status'
                    | 'project_id'
                    | 'workflow_lane_id'
                    | 'position'
                    | 'description'
                    | 'subtasks'
                    | 'external_id'
                    | 'fields'
                  )
                | string
              )[]
            | null
          /** @description Leaves out writes with one of these values of `Origin-Id`, at most 10; null for none */
          excludeOriginIds?: string[] | null
          /** @description Leaves out writes by one of these tokens, at most 10; null for none */
          excludeTokenIds?: string[] | null
          /** @description Headers that each delivery has in addition, at most 5. No answer shows their values */
          headers?:
            | {
                /** @description The name of the header */
                name: string
                /** @description Its value */
                value: string
              }[]
            | null
          /** @description A note for people, at most 500 characters */
          description?: string | null
          /**
           * @description What it is sent: `standard`, the event; or a line for people with a link, as `slack`, `discord`, `teams` or `ntfy` takes it. `standard` by default
           * @enum {string}
           */
          format?: 'standard' | 'slack' | 'discord' | 'teams' | 'ntfy'
          /**
           * @description `paused` stops the deliveries; `active` starts them again
           * @enum {string}
           */
          status?: 'active' | 'paused'
        }
      }
    }
    responses: {
      /** @description Success */
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
            webhook: components['schemas']['Webhook']
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required']
      404: components['responses']['webhook_not_found.project_not_found']
      413: components['responses']['payload_too_large']
      415: components['responses']['unsupported_media_type']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'webhooks.replay': {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The id of the webhook
         * @example 01a1fc60-2c47-7e18-b6a9-5d3f8e1c7b20
         */
        webhookId: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /**
           * Format: date-time
           * @description Sends the events since this time again, at most 30 days back
           */
          from?: string
          /**
           * Format: date-time
           * @description The time of the last event; now by default
           */
          to?: string
          /** @description Instead of `from`: a cursor of `GET /changes`; sends the events since then */
          cursor?: string
          /** @description Leaves out events that were delivered */
          onlyFailed?: boolean
        } & (unknown | unknown)
      }
    }
    responses: {
      /** @description Success */
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
            queued: number
            has_more: boolean
            next_from: string | null
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required']
      404: components['responses']['webhook_not_found']
      410: components['responses']['cursor_expired']
      413: components['responses']['payload_too_large']
      415: components['responses']['unsupported_media_type']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'webhooks.rotate-secret': {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The id of the webhook
         * @example 01a1fc60-2c47-7e18-b6a9-5d3f8e1c7b20
         */
        webhookId: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description The number of hours in which deliveries are also signed with the old secret, 0 to 168
           * @default 24
           */
          oldValidHours?: number
        }
      }
    }
    responses: {
      /** @description Success */
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
            webhook: components['schemas']['Webhook']
            secret: string
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required']
      404: components['responses']['webhook_not_found']
      413: components['responses']['payload_too_large']
      415: components['responses']['unsupported_media_type']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'webhooks.test': {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The id of the webhook
         * @example 01a1fc60-2c47-7e18-b6a9-5d3f8e1c7b20
         */
        webhookId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
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
            delivered: boolean
            status: number | null
            duration_ms: number
            body: string
            response: string | null
            error: string | null
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required']
      404: components['responses']['webhook_not_found']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'deliveries.list': {
    parameters: {
      query?: {
        /** @description The number of entries per page, 1 to 100 */
        limit?: number
        /** @description The `next_cursor` of the previous page, unchanged */
        cursor?: string
        /**
         * @description Only entries with this outcome
         * @example failed
         */
        outcome?: 'delivered' | 'failed' | 'exhausted'
      }
      header?: never
      path: {
        /**
         * @description The id of the webhook
         * @example 01a1fc60-2c47-7e18-b6a9-5d3f8e1c7b20
         */
        webhookId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
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
            deliveries: components['schemas']['Delivery'][]
            next_cursor: string | null
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required']
      404: components['responses']['webhook_not_found']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'deliveries.get': {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The id of the webhook
         * @example 01a1fc60-2c47-7e18-b6a9-5d3f8e1c7b20
         */
        webhookId: string
        /**
         * @description The id of the delivery
         * @example 01a1fc61-4f9a-7d35-a2c8-1b6e4d9f0a83
         */
        deliveryId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
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
            delivery: components['schemas']['WholeDelivery']
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required']
      404: components['responses']['webhook_not_found.delivery_not_found']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'deliveries.redeliver': {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The id of the webhook
         * @example 01a1fc60-2c47-7e18-b6a9-5d3f8e1c7b20
         */
        webhookId: string
        /**
         * @description The id of the delivery
         * @example 01a1fc61-4f9a-7d35-a2c8-1b6e4d9f0a83
         */
        deliveryId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
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
      404: components['responses']['webhook_not_found.delivery_not_found']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'rules.list': {
    parameters: {
      query?: {
        /** @description Only rules of this project */
        projectId?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
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
            rules: components['schemas']['Rule'][]
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
  'rules.create': {
    parameters: {
      query?: {
        /** @description `true` checks everything and writes nothing: the answer says what the write would do; ids, positions and times in it are examples */
        dryRun?: 'true' | 'false'
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /**
           * Format: uuid
           * @description The project that it works in
           */
          projectId: string
          /** @description The name of the rule, 1–500 characters after white space at both ends is removed, at least one of them visible */
          label: string
          /** @description When it runs. `schedule`: repeatedly, by an `rrule` of RFC 5545 with `start`, the wall time in `timeZone` from which it counts, or once, `at` a time; `catchUp` says what happens after an outage: the `last` missed time runs, `all` run, or `none`. `date`: when the time that the `field` of a task names, at `timeOfDay` in `timeZone` if it is a date, plus `offset` has come, for tasks that are not done and meet `where`; with `late` = `fire` also for a time that has passed. `event`: when one of `events` happens to a task, if one of the fields in `changed` changed and it then meets `where`. Writes by rules trigger no rule */
          trigger:
            | {
                /** @constant */
                type: 'schedule'
                rrule?: string
                start?: string
                /** @default UTC */
                timeZone?: string
                /**
                 * @default last
                 * @enum {string}
                 */
                catchUp?: 'last' | 'all' | 'none'
                /** Format: date-time */
                at?: string
              }
            | {
                /** @constant */
                type: 'date'
                field: string
                /** @default P0D */
                offset?: string
                /** @default 09:00 */
                timeOfDay?: string
                /** @default UTC */
                timeZone?: string
                where?: {
                  status?: (0 | 1 | 2) | (0 | 1 | 2)[]
                  workflowLaneId?: string | null
                  updatedBefore?: string
                  updatedAfter?: string
                  createdBefore?: string
                  createdAfter?: string
                  q?: string
                  fields?: {
                    [key: string]:
                      | string
                      | number
                      | boolean
                      | {
                          before?: string
                          after?: string
                          min?: number
                          max?: number
                          exists?: boolean
                        }
                  }
                }
                /**
                 * @default skip
                 * @enum {string}
                 */
                late?: 'fire' | 'skip'
              }
            | {
                /** @constant */
                type: 'event'
                events: (
                  | 'task.created'
                  | 'task.completed'
                  | 'task.reopened'
                  | 'task.updated'
                  | 'task.deleted'
                  | 'task.restored'
                )[]
                changed?: (
                  | (
                      | 'label'
                      | 'status'
                      | 'project_id'
                      | 'workflow_lane_id'
                      | 'position'
                      | 'description'
                      | 'subtasks'
                      | 'external_id'
                      | 'fields'
                    )
                  | string
                )[]
                where?: {
                  status?: (0 | 1 | 2) | (0 | 1 | 2)[]
                  workflowLaneId?: string | null
                  updatedBefore?: string
                  updatedAfter?: string
                  createdBefore?: string
                  createdAfter?: string
                  q?: string
                  fields?: {
                    [key: string]:
                      | string
                      | number
                      | boolean
                      | {
                          before?: string
                          after?: string
                          min?: number
                          max?: number
                          exists?: boolean
                        }
                  }
                }
              }
          /** @description What it does. `create_task`: creates `task`, whose texts can have {{date}}, {{time}}, {{week}} and, unless on a schedule, {{task.label}} and other fields of the task; its dates can be distances such as `+P2D`; with `ifOpen` = `skip` not while the last one is open. `update_tasks`: gives all tasks that meet `where` the values of `set`, as a conditional change does; times can be distances such as `-P30D`. `delete_tasks`: moves all tasks that meet `where` into the trash. `update_task`: gives the task of a date or an event the values of `set`, moves it to `projectId`, or moves it into the trash if `delete` is true. `add_comment`: adds a comment with `text`, which can have the same placeholders, to the task of a date or an event. `notify`: sends the event `rule.fired` to webhooks; on a schedule with `where`, also the tasks that meet it */
          action:
            | {
                /** @constant */
                type: 'create_task'
                task: {
                  label: string
                  description?: string | null
                  /** @enum {integer} */
                  status?: 0 | 1 | 2
                  workflowLaneId?: string | null
                  externalId?: string
                  /** @default [] */
                  subtasks?: {
                    label: string
                    /** @default false */
                    isCompleted?: boolean
                  }[]
                  fields?: {
                    [key: string]:
                      | string
                      | number
                      | boolean
                      | null
                      | string[]
                      | {
                          id: string
                          email: string
                        }
                  }
                }
                /**
                 * @default create
                 * @enum {string}
                 */
                ifOpen?: 'create' | 'skip'
              }
            | {
                /** @constant */
                type: 'update_tasks'
                where: {
                  status?: (0 | 1 | 2) | (0 | 1 | 2)[]
                  workflowLaneId?: string | null
                  updatedBefore?: string
                  updatedAfter?: string
                  createdBefore?: string
                  createdAfter?: string
                  q?: string
                  fields?: {
                    [key: string]:
                      | string
                      | number
                      | boolean
                      | {
                          before?: string
                          after?: string
                          min?: number
                          max?: number
                          exists?: boolean
                        }
                  }
                }
                set: {
                  /** @enum {integer} */
                  status?: 0 | 1 | 2
                  workflowLaneId?: string | null
                  description?: string | null
                  fields?: {
                    [key: string]:
                      | string
                      | number
                      | boolean
                      | null
                      | string[]
                      | {
                          id: string
                          email: string
                        }
                  }
                }
              }
            | {
                /** @constant */
                type: 'update_task'
                set?: {
                  /** @enum {integer} */
                  status?: 0 | 1 | 2
                  workflowLaneId?: string | null
                  description?: string | null
                  fields?: {
                    [key: string]:
                      | string
                      | number
                      | boolean
                      | null
                      | string[]
                      | {
                          id: string
                          email: string
                        }
                  }
                }
                /** Format: uuid */
                projectId?: string
                /** @constant */
                delete?: true
              }
            | {
                /** @constant */
                type: 'delete_tasks'
                where: {
                  status?: (0 | 1 | 2) | (0 | 1 | 2)[]
                  workflowLaneId?: string | null
                  updatedBefore?: string
                  updatedAfter?: string
                  createdBefore?: string
                  createdAfter?: string
                  q?: string
                  fields?: {
                    [key: string]:
                      | string
                      | number
                      | boolean
                      | {
                          before?: string
                          after?: string
                          min?: number
                          max?: number
                          exists?: boolean
                        }
                  }
                }
              }
            | {
                /** @constant */
                type: 'notify'
                where?: {
                  status?: (0 | 1 | 2) | (0 | 1 | 2)[]
                  workflowLaneId?: string | null
                  updatedBefore?: string
                  updatedAfter?: string
                  createdBefore?: string
                  createdAfter?: string
                  q?: string
                  fields?: {
                    [key: string]:
                      | string
                      | number
                      | boolean
                      | {
                          before?: string
                          after?: string
                          min?: number
                          max?: number
                          exists?: boolean
                        }
                  }
                }
              }
            | {
                /** @constant */
                type: 'add_comment'
                text: string
              }
          /**
           * @description `active`, or `paused`; `active` by default
           * @default active
           */
          status?: ('active' | 'paused') | null
        }
      }
    }
    responses: {
      /** @description What a dry run would create */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Cache-Control': components['headers']['Cache-Control']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
          'Dry-Run': components['headers']['Dry-Run']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            rule: components['schemas']['Rule']
            preview?: {
              /** @enum {string} */
              status: 'active' | 'paused' | 'disabled'
              occurrences: {
                /** Format: date-time */
                at: string
                /** Format: uuid */
                task_id?: string
              }[]
            }
          }
        }
      }
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
            rule: components['schemas']['Rule']
            preview?: {
              /** @enum {string} */
              status: 'active' | 'paused' | 'disabled'
              occurrences: {
                /** Format: date-time */
                at: string
                /** Format: uuid */
                task_id?: string
              }[]
            }
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required']
      404: components['responses']['project_not_found.lane_not_found']
      413: components['responses']['payload_too_large']
      415: components['responses']['unsupported_media_type']
      429: components['responses']['rate_limited.quota_exceeded']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'rules.get': {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The id of the rule
         * @example 01a1fc62-6b21-7c4e-9d70-3e8a5f1b2c64
         */
        ruleId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
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
            rule: components['schemas']['Rule']
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required']
      404: components['responses']['rule_not_found']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'rules.delete': {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The id of the rule
         * @example 01a1fc62-6b21-7c4e-9d70-3e8a5f1b2c64
         */
        ruleId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
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
      404: components['responses']['rule_not_found']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'rules.update': {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The id of the rule
         * @example 01a1fc62-6b21-7c4e-9d70-3e8a5f1b2c64
         */
        ruleId: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description The name of the rule, 1–500 characters after white space at both ends is removed, at least one of them visible */
          label?: string
          /** @description When it runs. `schedule`: repeatedly, by an `rrule` of RFC 5545 with `start`, the wall time in `timeZone` from which it counts, or once, `at` a time; `catchUp` says what happens after an outage: the `last` missed time runs, `all` run, or `none`. `date`: when the time that the `field` of a task names, at `timeOfDay` in `timeZone` if it is a date, plus `offset` has come, for tasks that are not done and meet `where`; with `late` = `fire` also for a time that has passed. `event`: when one of `events` happens to a task, if one of the fields in `changed` changed and it then meets `where`. Writes by rules trigger no rule */
          trigger?:
            | {
                /** @constant */
                type: 'schedule'
                rrule?: string
                start?: string
                /** @default UTC */
                timeZone?: string
                /**
                 * @default last
                 * @enum {string}
                 */
                catchUp?: 'last' | 'all' | 'none'
                /** Format: date-time */
                at?: string
              }
            | {
                /** @constant */
                type: 'date'
                field: string
                /** @default P0D */
                offset?: string
                /** @default 09:00 */
                timeOfDay?: string
                /** @default UTC */
                timeZone?: string
                where?: {
                  status?: (0 | 1 | 2) | (0 | 1 | 2)[]
                  workflowLaneId?: string | null
                  updatedBefore?: string
                  updatedAfter?: string
                  createdBefore?: string
                  createdAfter?: string
                  q?: string
                  fields?: {
                    [key: string]:
                      | string
                      | number
                      | boolean
                      | {
                          before?: string
                          after?: string
                          min?: number
                          max?: number
                          exists?: boolean
                        }
                  }
                }
                /**
                 * @default skip
                 * @enum {string}
                 */
                late?: 'fire' | 'skip'
              }
            | {
                /** @constant */
                type: 'event'
                events: (
                  | 'task.created'
                  | 'task.completed'
                  | 'task.reopened'
                  | 'task.updated'
                  | 'task.deleted'
                  | 'task.restored'
                )[]
                changed?: (
                  | (
                      | 'label'
                      | 'status'
                      | 'project_id'
                      | 'workflow_lane_id'
                      | 'position'
                      | 'description'
                      | 'subtasks'
                      | 'external_id'
                      | 'fields'
                    )
                  | string
                )[]
                where?: {
                  status?: (0 | 1 | 2) | (0 | 1 | 2)[]
                  workflowLaneId?: string | null
                  updatedBefore?: string
                  updatedAfter?: string
                  createdBefore?: string
                  createdAfter?: string
                  q?: string
                  fields?: {
                    [key: string]:
                      | string
                      | number
                      | boolean
                      | {
                          before?: string
                          after?: string
                          min?: number
                          max?: number
                          exists?: boolean
                        }
                  }
                }
              }
          /** @description What it does. `create_task`: creates `task`, whose texts can have {{date}}, {{time}}, {{week}} and, unless on a schedule, {{task.label}} and other fields of the task; its dates can be distances such as `+P2D`; with `ifOpen` = `skip` not while the last one is open. `update_tasks`: gives all tasks that meet `where` the values of `set`, as a conditional change does; times can be distances such as `-P30D`. `delete_tasks`: moves all tasks that meet `where` into the trash. `update_task`: gives the task of a date or an event the values of `set`, moves it to `projectId`, or moves it into the trash if `delete` is true. `add_comment`: adds a comment with `text`, which can have the same placeholders, to the task of a date or an event. `notify`: sends the event `rule.fired` to webhooks; on a schedule with `where`, also the tasks that meet it */
          action?:
            | {
                /** @constant */
                type: 'create_task'
                task: {
                  label: string
                  description?: string | null
                  /** @enum {integer} */
                  status?: 0 | 1 | 2
                  workflowLaneId?: string | null
                  externalId?: string
                  /** @default [] */
                  subtasks?: {
                    label: string
                    /** @default false */
                    isCompleted?: boolean
                  }[]
                  fields?: {
                    [key: string]:
                      | string
                      | number
                      | boolean
                      | null
                      | string[]
                      | {
                          id: string
                          email: string
                        }
                  }
                }
                /**
                 * @default create
                 * @enum {string}
                 */
                ifOpen?: 'create' | 'skip'
              }
            | {
                /** @constant */
                type: 'update_tasks'
                where: {
                  status?: (0 | 1 | 2) | (0 | 1 | 2)[]
                  workflowLaneId?: string | null
                  updatedBefore?: string
                  updatedAfter?: string
                  createdBefore?: string
                  createdAfter?: string
                  q?: string
                  fields?: {
                    [key: string]:
                      | string
                      | number
                      | boolean
                      | {
                          before?: string
                          after?: string
                          min?: number
                          max?: number
                          exists?: boolean
                        }
                  }
                }
                set: {
                  /** @enum {integer} */
                  status?: 0 | 1 | 2
                  workflowLaneId?: string | null
                  description?: string | null
                  fields?: {
                    [key: string]:
                      | string
                      | number
                      | boolean
                      | null
                      | string[]
                      | {
                          id: string
                          email: string
                        }
                  }
                }
              }
            | {
                /** @constant */
                type: 'update_task'
                set?: {
                  /** @enum {integer} */
                  status?: 0 | 1 | 2
                  workflowLaneId?: string | null
                  description?: string | null
                  fields?: {
                    [key: string]:
                      | string
                      | number
                      | boolean
                      | null
                      | string[]
                      | {
                          id: string
                          email: string
                        }
                  }
                }
                /** Format: uuid */
                projectId?: string
                /** @constant */
                delete?: true
              }
            | {
                /** @constant */
                type: 'delete_tasks'
                where: {
                  status?: (0 | 1 | 2) | (0 | 1 | 2)[]
                  workflowLaneId?: string | null
                  updatedBefore?: string
                  updatedAfter?: string
                  createdBefore?: string
                  createdAfter?: string
                  q?: string
                  fields?: {
                    [key: string]:
                      | string
                      | number
                      | boolean
                      | {
                          before?: string
                          after?: string
                          min?: number
                          max?: number
                          exists?: boolean
                        }
                  }
                }
              }
            | {
                /** @constant */
                type: 'notify'
                where?: {
                  status?: (0 | 1 | 2) | (0 | 1 | 2)[]
                  workflowLaneId?: string | null
                  updatedBefore?: string
                  updatedAfter?: string
                  createdBefore?: string
                  createdAfter?: string
                  q?: string
                  fields?: {
                    [key: string]:
                      | string
                      | number
                      | boolean
                      | {
                          before?: string
                          after?: string
                          min?: number
                          max?: number
                          exists?: boolean
                        }
                  }
                }
              }
            | {
                /** @constant */
                type: 'add_comment'
                text: string
              }
          /**
           * @description `active`, or `paused`; `active` by default
           * @enum {string}
           */
          status?: 'active' | 'paused'
        }
      }
    }
    responses: {
      /** @description Success */
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
            rule: components['schemas']['Rule']
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required']
      404: components['responses']['rule_not_found.project_not_found.lane_not_found']
      413: components['responses']['payload_too_large']
      415: components['responses']['unsupported_media_type']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'rules.preview': {
    parameters: {
      query?: {
        /**
         * @description The most times to show, 1 to 50; 10 by default
         * @example 2
         */
        count?: number
      }
      header?: never
      path: {
        /**
         * @description The id of the rule
         * @example 01a1fc62-6b21-7c4e-9d70-3e8a5f1b2c64
         */
        ruleId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
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
            /** @enum {string} */
            status: 'active' | 'paused' | 'disabled'
            occurrences: {
              /** Format: date-time */
              at: string
              /** Format: uuid */
              task_id?: string
            }[]
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required']
      404: components['responses']['rule_not_found']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'runs.list': {
    parameters: {
      query?: {
        /** @description The number of entries per page, 1 to 100 */
        limit?: number
        /** @description The `next_cursor` of the previous page, unchanged */
        cursor?: string
        /**
         * @description Only entries with this outcome
         * @example done
         */
        outcome?: 'done' | 'skipped' | 'failed'
      }
      header?: never
      path: {
        /**
         * @description The id of the rule
         * @example 01a1fc62-6b21-7c4e-9d70-3e8a5f1b2c64
         */
        ruleId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
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
            runs: components['schemas']['Run'][]
            next_cursor: string | null
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required']
      404: components['responses']['rule_not_found']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'runs.create': {
    parameters: {
      query?: {
        /** @description `true` checks everything and writes nothing: the answer says what the write would do; ids, positions and times in it are examples */
        dryRun?: 'true' | 'false'
      }
      header?: never
      path: {
        /**
         * @description The id of the rule
         * @example 01a1fc62-6b21-7c4e-9d70-3e8a5f1b2c64
         */
        ruleId: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description The task that the rule runs for: needed by a rule with the trigger `date` or `event` */
          taskId?: string | null
        }
      }
    }
    responses: {
      /** @description What a dry run would create */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Cache-Control': components['headers']['Cache-Control']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
          'Dry-Run': components['headers']['Dry-Run']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            run: components['schemas']['Run']
            preview?: {
              tasks: components['schemas']['Task'][]
              comments?: components['schemas']['Comment'][]
            }
          }
        }
      }
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
            run: components['schemas']['Run']
            preview?: {
              tasks: components['schemas']['Task'][]
              comments?: components['schemas']['Comment'][]
            }
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required']
      404: components['responses']['rule_not_found.task_not_found.project_not_found.lane_not_found']
      409: components['responses']['external_id_exists']
      413: components['responses']['payload_too_large']
      415: components['responses']['unsupported_media_type']
      429: components['responses']['rate_limited.quota_exceeded']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'calendars.list': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
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
            calendars: components['schemas']['Calendar'][]
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
  'calendars.create': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description The name of the calendar, 1–500 characters after white space at both ends is removed, at least one of them visible */
          label: string
          /** @description The key of a field of the type `date` or `datetime` */
          field: string
          /** @description Only tasks of these projects, at most 10; null for all. A token that is bound to projects has its own projects as the default */
          projectIds?: string[] | null
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
            calendar: {
              /** Format: uuid */
              id: string
              label: string
              field: string
              project_ids: string[] | null
              old_url_until: string | null
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
  'calendars.delete': {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The id of the calendar
         * @example 01a1fc64-2e7b-7c05-8f31-6d0b9a4e7c52
         */
        calendarId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
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
      404: components['responses']['calendar_not_found']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'calendars.update': {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The id of the calendar
         * @example 01a1fc64-2e7b-7c05-8f31-6d0b9a4e7c52
         */
        calendarId: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description The name of the calendar, 1–500 characters after white space at both ends is removed, at least one of them visible */
          label?: string
          /** @description The key of a field of the type `date` or `datetime` */
          field?: string
          /** @description Only tasks of these projects, at most 10; null for all. A token that is bound to projects has its own projects as the default */
          projectIds?: string[] | null
        }
      }
    }
    responses: {
      /** @description Success */
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
            calendar: components['schemas']['Calendar']
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required']
      404: components['responses']['calendar_not_found.project_not_found']
      413: components['responses']['payload_too_large']
      415: components['responses']['unsupported_media_type']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'calendars.read': {
    parameters: {
      query?: never
      header?: {
        /**
         * @description The `ETag` that you already have; the answer is 304 if it is still the current one
         * @example "3"
         */
        'If-None-Match'?: string
      }
      path: {
        /**
         * @description The secret key of this URL; anyone who has it can call this operation
         * @example your-key
         */
        calendarKey: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Cache-Control': components['headers']['Cache-Control']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
          ETag: components['headers']['ETag']
          'Content-Disposition': components['headers']['Content-Disposition']
          [name: string]: unknown
        }
        content: {
          'text/calendar': string
        }
      }
      /** @description Not modified: it has not changed */
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
      403: components['responses']['plan_required']
      404: components['responses']['route_not_found']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'calendars.rotate-url': {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The id of the calendar
         * @example 01a1fc64-2e7b-7c05-8f31-6d0b9a4e7c52
         */
        calendarId: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description The number of hours that the old URL stays valid, 0 to 168
           * @default 24
           */
          oldValidHours?: number
        }
      }
    }
    responses: {
      /** @description Success */
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
            calendar: {
              /** Format: uuid */
              id: string
              label: string
              field: string
              project_ids: string[] | null
              old_url_until: string | null
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
      404: components['responses']['calendar_not_found']
      413: components['responses']['payload_too_large']
      415: components['responses']['unsupported_media_type']
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
      /** @description Success */
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
          /** @description The name of the token, 1–500 characters after white space at both ends is removed, at least one of them visible */
          name: string
          /** @description The scopes of the token: at least one, and only scopes that your own token has */
          scopes: ('read' | 'write' | 'delete' | 'admin' | 'hooks')[]
          /** @description When the token expires: at least one second in the future, and not later than your own token. Null if it does not expire */
          expiresAt?: string | null
          /** @description The most requests that the token may send per minute, at most the limit of the account. Null means 40 % of the limit of the account */
          rateLimit?: number | null
          /** @description The only projects that the token sees and writes, 1 to 10 of them. Null: all projects. A token that is bound itself can name only its own projects; if this is left out, the new token gets all of them */
          projectIds?: string[] | null
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
              project_ids: string[] | null
              created_by: string | null
              secret: string
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
  'tokens.delete': {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The id of the token
         * @example 01a1fc5e-0b12-7a3c-b1de-7c2f9e8d4a60
         */
        tokenId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
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
      /** @description Success */
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
              time_zone: string | null
            }
            member: {
              /** Format: uuid */
              id: string
              email: string
            } | null
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
  'mcp.call': {
    parameters: {
      query?: never
      header?: {
        /**
         * @description A name for the system that makes this write: 1 to 64 of the characters A–Z a–z 0–9 . _ -; the list of changes shows it and can leave out its writes
         * @example crm-sync
         */
        'Origin-Id'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': unknown
      }
    }
    responses: {
      /** @description Success */
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
            jsonrpc: '2.0'
            id: string | number | null
            result?: unknown
            error?: unknown
          }
        }
      }
      /** @description Accepted: there is nothing to answer */
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Cache-Control': components['headers']['Cache-Control']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['plan_required.not_a_member']
      /** @description An error of the protocol */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Cache-Control': components['headers']['Cache-Control']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          RateLimit: components['headers']['RateLimit']
          [name: string]: unknown
        }
        content?: never
      }
      413: components['responses']['payload_too_large.mcp.call']
      415: components['responses']['unsupported_media_type.mcp.call']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'members.list': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
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
            members: components['schemas']['Member'][]
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required.project_bound_token']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'members.create': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description The person's e-mail address at the identity provider, at most 254 characters. Upper and lower case of A to Z are the same */
          email: string
          /**
           * @description What the member may do: `admin` has all scopes, `member` has `read`, `write`, `delete` and `hooks`, `viewer` has `read`
           * @enum {string}
           */
          role: 'admin' | 'member' | 'viewer'
          /** @description The projects that the member is bound to, at most 10; null for all projects */
          projectIds?: string[] | null
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
            member: components['schemas']['Member']
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required.project_bound_token']
      404: components['responses']['project_not_found']
      409: components['responses']['member_exists']
      413: components['responses']['payload_too_large']
      415: components['responses']['unsupported_media_type']
      429: components['responses']['rate_limited.quota_exceeded']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'sessions.create': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description The `code` that the provider has sent to the redirect address */
          code?: string | null
          /** @description The `iss` that the provider has sent with it, if it has */
          iss?: string | null
          /** @description The secret whose SHA-256 was the `code_challenge` (RFC 7636) */
          codeVerifier?: string | null
          /** @description The `nonce` that was sent to the provider */
          nonce?: string | null
          /** @description The `redirect_uri` that was sent to the provider: `/sign-in/callback` on the origin of this service */
          redirectUri?: string | null
          /** @description The ticket of an answer that offers several accounts. It works once, within 5 minutes */
          ticket?: string | null
          /** @description The account that was chosen */
          accountId?: string | null
        } & (unknown | unknown)
      }
    }
    responses: {
      /** @description The person has to choose an account first */
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
            accounts: {
              /** Format: uuid */
              id: string
              name: string
            }[]
            ticket: string
          }
        }
      }
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
            session: {
              secret: string
              /** Format: date-time */
              expires_at: string
              account: {
                /** Format: uuid */
                id: string
                name: string
                /** @enum {string} */
                plan: 'pro' | 'free'
              }
              member: components['schemas']['Member']
            }
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['sign_in_failed']
      403: components['responses']['not_a_member']
      404: components['responses']['route_not_found']
      413: components['responses']['payload_too_large']
      415: components['responses']['unsupported_media_type']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'sign-in.get': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Cache-Control': components['headers']['Cache-Control']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            provider: {
              name: string
              authorization_endpoint: string
              client_id: string
              scope: string
            } | null
          }
        }
      }
      400: components['responses']['invalid_request']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'members.delete': {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The id of the member
         * @example 5b7c0f0e-2d7f-5a41-9c3e-8a6d1b4f2e90
         */
        memberId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
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
      403: components['responses']['insufficient_scope.plan_required.project_bound_token']
      404: components['responses']['member_not_found']
      409: components['responses']['last_admin']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'members.update': {
    parameters: {
      query?: never
      header?: never
      path: {
        /**
         * @description The id of the member
         * @example 5b7c0f0e-2d7f-5a41-9c3e-8a6d1b4f2e90
         */
        memberId: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description What the member may do: `admin` has all scopes, `member` has `read`, `write`, `delete` and `hooks`, `viewer` has `read`
           * @enum {string}
           */
          role?: 'admin' | 'member' | 'viewer'
          /** @description The projects that the member is bound to, at most 10; null for all projects */
          projectIds?: string[] | null
        }
      }
    }
    responses: {
      /** @description Success */
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
            member: components['schemas']['Member']
          }
        }
      }
      400: components['responses']['invalid_request']
      401: components['responses']['invalid_token']
      403: components['responses']['insufficient_scope.plan_required.project_bound_token']
      404: components['responses']['member_not_found.project_not_found']
      409: components['responses']['last_admin']
      413: components['responses']['payload_too_large']
      415: components['responses']['unsupported_media_type']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'sessions.delete': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
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
      404: components['responses']['session_not_found']
      429: components['responses']['rate_limited']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'health.get': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Cache-Control': components['headers']['Cache-Control']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @constant */
            status: 'ok'
            version: string
          }
        }
      }
      400: components['responses']['invalid_request']
      431: components['responses']['headers_too_large']
      500: components['responses']['internal_error']
      503: components['responses']['service_unavailable']
    }
  }
  'events.task.created': {
    parameters: {
      query?: never
      header: {
        /**
         * @description The id of the event. It is the same whenever the event is sent again
         * @example evt_6f5cb361f0c44b6f8b644e8d1a8f3d53_1795235316451
         */
        'webhook-id': string
        /**
         * @description When it is sent, in whole seconds since 1970
         * @example 1795235316
         */
        'webhook-timestamp': string
        /**
         * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, with dots between, in base64; several with a space between them while a secret is being replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['TaskEvent']
      }
    }
    responses: {
      /** @description Nothing more is wanted: the webhook is disabled */
      410: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The event has arrived */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The event is sent again later, even after a redirect */
      '4XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The event is sent again later */
      '5XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  'events.task.completed': {
    parameters: {
      query?: never
      header: {
        /**
         * @description The id of the event. It is the same whenever the event is sent again
         * @example evt_6f5cb361f0c44b6f8b644e8d1a8f3d53_1795235316451
         */
        'webhook-id': string
        /**
         * @description When it is sent, in whole seconds since 1970
         * @example 1795235316
         */
        'webhook-timestamp': string
        /**
         * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, with dots between, in base64; several with a space between them while a secret is being replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['TaskEvent']
      }
    }
    responses: {
      /** @description Nothing more is wanted: the webhook is disabled */
      410: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The event has arrived */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The event is sent again later, even after a redirect */
      '4XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The event is sent again later */
      '5XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  'events.task.reopened': {
    parameters: {
      query?: never
      header: {
        /**
         * @description The id of the event. It is the same whenever the event is sent again
         * @example evt_6f5cb361f0c44b6f8b644e8d1a8f3d53_1795235316451
         */
        'webhook-id': string
        /**
         * @description When it is sent, in whole seconds since 1970
         * @example 1795235316
         */
        'webhook-timestamp': string
        /**
         * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, with dots between, in base64; several with a space between them while a secret is being replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['TaskEvent']
      }
    }
    responses: {
      /** @description Nothing more is wanted: the webhook is disabled */
      410: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The event has arrived */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The event is sent again later, even after a redirect */
      '4XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The event is sent again later */
      '5XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  'events.task.updated': {
    parameters: {
      query?: never
      header: {
        /**
         * @description The id of the event. It is the same whenever the event is sent again
         * @example evt_6f5cb361f0c44b6f8b644e8d1a8f3d53_1795235316451
         */
        'webhook-id': string
        /**
         * @description When it is sent, in whole seconds since 1970
         * @example 1795235316
         */
        'webhook-timestamp': string
        /**
         * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, with dots between, in base64; several with a space between them while a secret is being replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['TaskEvent']
      }
    }
    responses: {
      /** @description Nothing more is wanted: the webhook is disabled */
      410: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The event has arrived */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The event is sent again later, even after a redirect */
      '4XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The event is sent again later */
      '5XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  'events.task.deleted': {
    parameters: {
      query?: never
      header: {
        /**
         * @description The id of the event. It is the same whenever the event is sent again
         * @example evt_6f5cb361f0c44b6f8b644e8d1a8f3d53_1795235316451
         */
        'webhook-id': string
        /**
         * @description When it is sent, in whole seconds since 1970
         * @example 1795235316
         */
        'webhook-timestamp': string
        /**
         * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, with dots between, in base64; several with a space between them while a secret is being replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['TaskEvent']
      }
    }
    responses: {
      /** @description Nothing more is wanted: the webhook is disabled */
      410: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The event has arrived */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The event is sent again later, even after a redirect */
      '4XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The event is sent again later */
      '5XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  'events.task.restored': {
    parameters: {
      query?: never
      header: {
        /**
         * @description The id of the event. It is the same whenever the event is sent again
         * @example evt_6f5cb361f0c44b6f8b644e8d1a8f3d53_1795235316451
         */
        'webhook-id': string
        /**
         * @description When it is sent, in whole seconds since 1970
         * @example 1795235316
         */
        'webhook-timestamp': string
        /**
         * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, with dots between, in base64; several with a space between them while a secret is being replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['TaskEvent']
      }
    }
    responses: {
      /** @description Nothing more is wanted: the webhook is disabled */
      410: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The event has arrived */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The event is sent again later, even after a redirect */
      '4XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The event is sent again later */
      '5XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  'events.comment.created': {
    parameters: {
      query?: never
      header: {
        /**
         * @description The id of the event. It is the same whenever the event is sent again
         * @example evt_6f5cb361f0c44b6f8b644e8d1a8f3d53_1795235316451
         */
        'webhook-id': string
        /**
         * @description When it is sent, in whole seconds since 1970
         * @example 1795235316
         */
        'webhook-timestamp': string
        /**
         * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, with dots between, in base64; several with a space between them while a secret is being replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['CommentEvent']
      }
    }
    responses: {
      /** @description Nothing more is wanted: the webhook is disabled */
      410: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The event has arrived */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The event is sent again later, even after a redirect */
      '4XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The event is sent again later */
      '5XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  'events.comment.updated': {
    parameters: {
      query?: never
      header: {
        /**
         * @description The id of the event. It is the same whenever the event is sent again
         * @example evt_6f5cb361f0c44b6f8b644e8d1a8f3d53_1795235316451
         */
        'webhook-id': string
        /**
         * @description When it is sent, in whole seconds since 1970
         * @example 1795235316
         */
        'webhook-timestamp': string
        /**
         * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, with dots between, in base64; several with a space between them while a secret is being replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['CommentEvent']
      }
    }
    responses: {
      /** @description Nothing more is wanted: the webhook is disabled */
      410: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The event has arrived */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The event is sent again later, even after a redirect */
      '4XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The event is sent again later */
      '5XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  'events.comment.deleted': {
    parameters: {
      query?: never
      header: {
        /**
         * @description The id of the event. It is the same whenever the event is sent again
         * @example evt_6f5cb361f0c44b6f8b644e8d1a8f3d53_1795235316451
         */
        'webhook-id': string
        /**
         * @description When it is sent, in whole seconds since 1970
         * @example 1795235316
         */
        'webhook-timestamp': string
        /**
         * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, with dots between, in base64; several with a space between them while a secret is being replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['CommentEvent']
      }
    }
    responses: {
      /** @description Nothing more is wanted: the webhook is disabled */
      410: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The event has arrived */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The event is sent again later, even after a redirect */
      '4XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The event is sent again later */
      '5XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  'events.webhook.failing': {
    parameters: {
      query?: never
      header: {
        /**
         * @description The id of the event. It is the same whenever the event is sent again
         * @example evt_6f5cb361f0c44b6f8b644e8d1a8f3d53_1795235316451
         */
        'webhook-id': string
        /**
         * @description When it is sent, in whole seconds since 1970
         * @example 1795235316
         */
        'webhook-timestamp': string
        /**
         * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, with dots between, in base64; several with a space between them while a secret is being replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['WebhookNotice']
      }
    }
    responses: {
      /** @description Nothing more is wanted: the webhook is disabled */
      410: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The event has arrived */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The event is sent again later, even after a redirect */
      '4XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The event is sent again later */
      '5XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  'events.webhook.disabled': {
    parameters: {
      query?: never
      header: {
        /**
         * @description The id of the event. It is the same whenever the event is sent again
         * @example evt_6f5cb361f0c44b6f8b644e8d1a8f3d53_1795235316451
         */
        'webhook-id': string
        /**
         * @description When it is sent, in whole seconds since 1970
         * @example 1795235316
         */
        'webhook-timestamp': string
        /**
         * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, with dots between, in base64; several with a space between them while a secret is being replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['WebhookNotice']
      }
    }
    responses: {
      /** @description Nothing more is wanted: the webhook is disabled */
      410: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The event has arrived */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The event is sent again later, even after a redirect */
      '4XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The event is sent again later */
      '5XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  'events.form.submission_held': {
    parameters: {
      query?: never
      header: {
        /**
         * @description The id of the event. It is the same whenever the event is sent again
         * @example evt_6f5cb361f0c44b6f8b644e8d1a8f3d53_1795235316451
         */
        'webhook-id': string
        /**
         * @description When it is sent, in whole seconds since 1970
         * @example 1795235316
         */
        'webhook-timestamp': string
        /**
         * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, with dots between, in base64; several with a space between them while a secret is being replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['HeldNotice']
      }
    }
    responses: {
      /** @description Nothing more is wanted: the webhook is disabled */
      410: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The event has arrived */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The event is sent again later, even after a redirect */
      '4XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The event is sent again later */
      '5XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  'events.rule.fired': {
    parameters: {
      query?: never
      header: {
        /**
         * @description The id of the event. It is the same whenever the event is sent again
         * @example evt_6f5cb361f0c44b6f8b644e8d1a8f3d53_1795235316451
         */
        'webhook-id': string
        /**
         * @description When it is sent, in whole seconds since 1970
         * @example 1795235316
         */
        'webhook-timestamp': string
        /**
         * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, with dots between, in base64; several with a space between them while a secret is being replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['RuleFired']
      }
    }
    responses: {
      /** @description Nothing more is wanted: the webhook is disabled */
      410: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The event has arrived */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The event is sent again later, even after a redirect */
      '4XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The event is sent again later */
      '5XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  'events.rule.failed': {
    parameters: {
      query?: never
      header: {
        /**
         * @description The id of the event. It is the same whenever the event is sent again
         * @example evt_6f5cb361f0c44b6f8b644e8d1a8f3d53_1795235316451
         */
        'webhook-id': string
        /**
         * @description When it is sent, in whole seconds since 1970
         * @example 1795235316
         */
        'webhook-timestamp': string
        /**
         * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, with dots between, in base64; several with a space between them while a secret is being replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['RuleFailed']
      }
    }
    responses: {
      /** @description Nothing more is wanted: the webhook is disabled */
      410: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The event has arrived */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The event is sent again later, even after a redirect */
      '4XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The event is sent again later */
      '5XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  'events.rule.disabled': {
    parameters: {
      query?: never
      header: {
        /**
         * @description The id of the event. It is the same whenever the event is sent again
         * @example evt_6f5cb361f0c44b6f8b644e8d1a8f3d53_1795235316451
         */
        'webhook-id': string
        /**
         * @description When it is sent, in whole seconds since 1970
         * @example 1795235316
         */
        'webhook-timestamp': string
        /**
         * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, with dots between, in base64; several with a space between them while a secret is being replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['RuleDisabled']
      }
    }
    responses: {
      /** @description Nothing more is wanted: the webhook is disabled */
      410: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The event has arrived */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The event is sent again later, even after a redirect */
      '4XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The event is sent again later */
      '5XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  'events.webhook.test': {
    parameters: {
      query?: never
      header: {
        /**
         * @description The id of the event. It is the same whenever the event is sent again
         * @example evt_6f5cb361f0c44b6f8b644e8d1a8f3d53_1795235316451
         */
        'webhook-id': string
        /**
         * @description When it is sent, in whole seconds since 1970
         * @example 1795235316
         */
        'webhook-timestamp': string
        /**
         * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, with dots between, in base64; several with a space between them while a secret is being replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['TestEvent']
      }
    }
    responses: {
      /** @description Nothing more is wanted: the webhook is disabled */
      410: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The event has arrived */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The event is sent again later, even after a redirect */
      '4XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The event is sent again later */
      '5XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
}
