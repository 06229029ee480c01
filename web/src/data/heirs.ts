import { noLane } from './columns.ts'

/** The ids of what was made anew by undo and redo, by the ids that it stands for. */
const heirs = new Map<string, string>()

/** The id that something has now: a redo makes anew what an undo has deleted, and the service gives that another id. */
export function heirOf(id: string): string {
  const heir = heirs.get(id)
  return heir === undefined ? id : heirOf(heir)
}

/** The lane, or the one that stands for it now, as the API takes it: null is no lane. */
export const laneNow = (laneId: string): string | null => (laneId === noLane ? null : heirOf(laneId))

/** A place in a lane, or in the one that stands for it now. */
export const inHeir = <P extends { workflowLaneId?: string | null | undefined }>(place: P): P =>
  place.workflowLaneId ? { ...place, workflowLaneId: heirOf(place.workflowLaneId) } : place

/** Notes that something was made anew in place of another. */
export function noteHeir(id: string, heir: string): void {
  heirs.set(heirOf(id), heir)
}
