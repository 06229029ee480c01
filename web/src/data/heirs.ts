/** The ids of what was made anew by undo and redo, by the ids that it stands for. */
const heirs = new Map<string, string>()

/** The id that something has now: a redo makes anew what an undo has deleted, and the service gives that another id. */
export function heirOf(id: string): string {
  const heir = heirs.get(id)
  return heir === undefined ? id : heirOf(heir)
}

/** Notes that something was made anew in place of another. */
export function noteHeir(id: string, heir: string): void {
  heirs.set(heirOf(id), heir)
}
