import { globSync } from 'node:fs'
import type { TriggeredFunction } from '../lib/contract/triggered.ts'
import type { Operation } from '../lib/http/endpoint.ts'
import type { Trigger, TriggeredHandler } from '../lib/http/invocation/triggered.ts'
import type { HttpHandler } from '../lib/http/types.ts'
import type { Words } from './words.ts'

/** A caller of a function: a route or a trigger. */
export type Handler = HttpHandler | { [T in Trigger]: TriggeredHandler<T> }[Trigger]

/** A file `functions/<resource>/<operation>.ts`. An endpoint has an operation and words, any other function a handler. */
export interface FunctionFile {
  operation?: Operation
  words?: () => Words
  /** Its trigger; absent for static routes. */
  declaration?: TriggeredFunction
  handler?: Handler
}

/**
 * The files by the ids of their functions. A program that is bundled has them by imports instead, which list all of them:
 * infra/release/programs.ts.
 */
export const files = new Map<string, FunctionFile>(
  await Promise.all(
    globSync('*/*.ts', { cwd: import.meta.dirname })
      .sort()
      .map(async (path) => {
        const [resource = '', operation = ''] = path.replace(/\.ts$/, '').split(/[/\\]/)
        const file = (await import(`./${resource}/${operation}.ts`)) as FunctionFile // test/functions/files.test.ts
        return [`${resource}.${operation}`, file] as const
      }),
  ),
)
