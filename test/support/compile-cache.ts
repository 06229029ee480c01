import { resolve } from 'node:path'

/** Environment variables for a program that many tests start. They halve the time of every start after the first. */
export const compileCache = { NODE_COMPILE_CACHE: resolve('node_modules/.cache/compile') }
