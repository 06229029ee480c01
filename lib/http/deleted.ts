/** The answer to every deletion: docs/tasks-interface.md, "DELETE /tasks/:id". */
export const deleted = { body: { success: true } } as const
