import type { Project, ResourceClient } from '../../../client/src/index.ts'

/** What is done with the lanes that an import makes, when it is undone and made again. */
interface Lanes {
  /** Removes those with these labels that the import made, except those that have tasks. */
  remove: (labels: readonly string[]) => Promise<{ kept: string[]; removed: number }>
  /**
   * Makes the removed ones again. A lane of the same name that somebody has made since serves as well.
   * @returns how many were made, and what returns the lane that now stands for another one; null: that is deleted
   */
  make: () => Promise<{ made: number; heirOf: (laneId: string | null) => string | null }>
}

/** Begins to record which lanes an import makes, before it begins. */
export async function openLanes(client: ResourceClient, projectId: string): Promise<Lanes> {
  const lanesNow = async () => (await client.projects.get(projectId)).project.workflow_lanes
  /** Those that the import has not made. */
  const others = new Set((await lanesNow()).map(({ id }) => id))
  /** The lanes that were removed, until they are made again. */
  const gone: Project['workflow_lanes'] = []
  /** The lanes that were made again, by the ids of those that they stand for. */
  const heirs = new Map<string, string>()

  return {
    remove: async (labels) => {
      const own = labels.length === 0 ? [] : await lanesNow()
      const kept: string[] = []
      let removed = 0
      for (const lane of own) {
        if (others.has(lane.id) || !labels.includes(lane.label)) continue
        if (lane.task_count > 0) kept.push(lane.label)
        else {
          await client.lanes.delete(projectId, lane.id)
          gone.push(lane)
          removed += 1
        }
      }
      return { kept, removed }
    },

    make: async () => {
      const there = new Map((await lanesNow()).map(({ id, label }) => [id, label]))
      let made = 0
      for (let lane = gone[0]; lane; lane = gone[0]) {
        const { id, label, task_status: taskStatus } = lane
        const [same] = [...there].find(([, other]) => other === label) ?? []
        const laneId = same ?? (await client.lanes.create(projectId, { label })).laneId
        if (same !== undefined) others.add(same)
        else {
          made += 1
          if (taskStatus !== null) await client.lanes.update(projectId, laneId, { taskStatus })
        }
        there.set(laneId, label)
        heirs.set(id, laneId)
        gone.shift()
      }
      const heirOf = (laneId: string | null): string | null => {
        if (laneId === null || there.has(laneId)) return laneId
        return heirOf(heirs.get(laneId) ?? null)
      }
      return { made, heirOf }
    },
  }
}
