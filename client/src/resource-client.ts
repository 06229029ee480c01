import { taskChanges, type ChangeFeed, type ChangesOptions } from './changes.ts'
import { fieldsOf } from './fields.ts'
import { openHttp, type ClientOptions, type Http } from './http.ts'
import { membersOf, sessionsOf } from './members.ts'
import { lanesOf, projectsOf } from './projects.ts'
import { subtasksOf, tasksOf } from './tasks.ts'
import { tokensOf } from './tokens.ts'

/** The account's tasks and its changes: the part of the client that each view of the web interface needs. */
export class ResourceClient {
  /** The openapi-fetch client, for what the methods do not cover. It does not throw for error answers. */
  readonly http: Http
  readonly tasks: ReturnType<typeof tasksOf>
  readonly subtasks: ReturnType<typeof subtasksOf>
  readonly projects: ReturnType<typeof projectsOf>
  readonly lanes: ReturnType<typeof lanesOf>
  readonly fields: ReturnType<typeof fieldsOf>
  readonly members: ReturnType<typeof membersOf>
  readonly sessions: ReturnType<typeof sessionsOf>
  readonly tokens: ReturnType<typeof tokensOf>

  constructor(options: ClientOptions) {
    this.http = openHttp(options)
    this.tasks = tasksOf(this.http)
    this.subtasks = subtasksOf(this.http)
    this.projects = projectsOf(this.http)
    this.lanes = lanesOf(this.http)
    this.fields = fieldsOf(this.http)
    this.members = membersOf(this.http)
    this.sessions = sessionsOf(this.http)
    this.tokens = tokensOf(this.http)
  }

  /** The changes in the account: `for await (const change of client.changes({ cursor }))`. */
  changes(options: ChangesOptions = {}): ChangeFeed {
    return taskChanges(this.http, options)
  }
}
