import type { IDataObject, ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow'
import { list, request } from './request.ts'

/** What stands for no lane in the node's parameters, as in the query of a list. */
export const noLane = 'none'

const optionOf = ({ id, label }: IDataObject): INodePropertyOptions => ({
  name: String(label),
  value: String(id),
})

/** What people choose from, read from the service. */
export const loadOptions = {
  async getProjects(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
    return (await list(this, '/projects', 'projects')).map(optionOf)
  },

  /** The lanes of the chosen project. */
  async getLanes(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
    const projectId = this.getCurrentNodeParameter('projectId')
    if (typeof projectId !== 'string' || projectId === '') return []
    const { project } = await request(this, 'GET', `/projects/${encodeURIComponent(projectId)}`)
    const { workflow_lanes } = project as { workflow_lanes: IDataObject[] } // the service's own format
    return [{ name: 'No Lane', value: noLane }, ...workflow_lanes.map(optionOf)]
  },

  /** The account's fields, by their keys. */
  async getFields(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
    const { fields } = await request(this, 'GET', '/fields')
    return (fields as IDataObject[]).map(({ key, label, type }) => ({
      name: `${String(label)} (${String(type)})`,
      value: String(key),
    }))
  },
}
