/** What the fields of a task are called, where somebody watches what changes. */
export const taskFieldNames = {
  label: 'Label',
  status: 'Status',
  project_id: 'Project',
  workflow_lane_id: 'Lane',
  position: 'Place in the lane',
  description: 'Description',
  subtasks: 'Subtasks',
  external_id: 'External id',
}
