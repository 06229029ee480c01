import type { Lane } from './use-lanes.ts'

interface CollapsedLaneProps {
  lane: Lane
  headingId: string
  onOpen: () => void
}

/** A lane in which nothing matches the filter, as a narrow strip. Cards can be dropped on it. */
export const CollapsedLane = ({ lane, headingId, onOpen }: CollapsedLaneProps) => (
  <header class="collapsed-lane">
    <h2 id={headingId} dir="auto" title={lane.label}>
      {lane.label}
    </h2>
    <button type="button" aria-label={`0 matches in ${lane.label}: open the lane`} onClick={onOpen}>
      0
    </button>
  </header>
)
