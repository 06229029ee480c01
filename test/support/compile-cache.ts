import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** For the environment of a program that many tests start: its start takes half as long from the second on. */
export const compileCache = { NODE_COMPILE_CACHE: join(tmpdir(), 'tasks-api-compile-cache') }
