/** Who may manage forms, webhooks and calendars. */
export const hooks = { kind: 'token', scope: 'hooks' } as const

/** Webhooks, deliveries, submissions and calendars show tasks, so they need `read` too: nobody can grant more than they have. */
export const hooksAndRead = { ...hooks, also: ['read'] } as const

/** A form writes tasks, so its settings need `write` too. */
export const hooksAndWrite = { ...hooks, also: ['write'] } as const

/** A rule writes tasks and shows them. */
export const hooksReadAndWrite = { ...hooks, also: ['read', 'write'] } as const
