import type { Project, ResourceClient } from '../../../client/src/index.ts'

/** What is done with the lanes that an import makes, when it is undone and made again. */
interface Lanes {
  /** Removes those with these labels that the import made, except those that have tasks. */
  remove: (labels: readonly string[]) => Promise<{ kept: string[]; removed: number }>
  /**
   * Makes the removed ones again, with their ids. A lane of the same name that somebody has made since serves as well.
   * @returns how many were made, and what returns the lane that a task goes to; null: it is deleted
   */
  make: () => Promise<{ made: number; laneFor: (laneId: string | null) => string | null }>
}

/** Begins to record which lanes an import makes, before it begins. */
export async function openLanes(client: ResourceClient, projectId: string): Promise<Lanes> {
  const lanesNow = async () => (await client.projects.get(projectId)).project.workflow_lanes
  /** Those that the import has not made. */
  const others = new Set((await lanesNow()).map(({ id }) => id))
  /** The lanes that were removed, until they are made again. */
  const gone: Project['workflow_lanes'] = []
  /** The lanes of others that serve for one that was removed, by its id. */
  const serving = new Map<string, string>()

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
        if (same === undefined) {
          await client.lanes.create(projectId, { id, label, taskStatus })
          made += 1
        } else {
          others.add(same)
          serving.set(id, same)
        }
        there.set(same ?? id, label)
        gone.shift()
      }
      const laneFor = (laneId: string | null): string | null => {
        const lane = laneId === null ? undefined : (serving.get(laneId) ?? laneId)
        return lane !== undefined && there.has(lane) ? lane : null
      }
      return { made, laneFor }
    },
  }
}
