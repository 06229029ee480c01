import { buildSync } from 'esbuild'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleOptions } from '../../../infra/bundle/bundle.ts'

/**
 * AWS's own runtime client for Node.js, if it is installed and its native part is built: in the folder that
 * LAMBDA_RUNTIME_CLIENT names, or else in this project. It is none of the project's packages, because it is built with a
 * compiler and cmake. https://github.com/aws/aws-lambda-nodejs-runtime-interface-client
 * @throws Error when the folder that LAMBDA_RUNTIME_CLIENT names has none
 */
export function findRuntimeClient(named = process.env.LAMBDA_RUNTIME_CLIENT): string | undefined {
  const folder = resolve(named ?? join(import.meta.dirname, '../../..'))
  try {
    const program = createRequire(join(folder, 'index.js')).resolve('aws-lambda-ric')
    if (existsSync(join(dirname(program), 'rapid-client.node'))) return program
  } catch (error) {
    if (named === undefined) return undefined
    throw new Error(`LAMBDA_RUNTIME_CLIENT: ${folder} has no package aws-lambda-ric.`, { cause: error })
  }
  if (named === undefined) return undefined
  throw new Error(`LAMBDA_RUNTIME_CLIENT: the native part of aws-lambda-ric in ${folder} is not built.`)
}

let isSaid = false

/** Says once in each process that Lambda's runtime is imitated. */
function sayFallback(): void {
  if (isSaid) return
  isSaid = true
  console.warn(
    `The sandbox imitates Lambda's runtime by test/harness/sandbox/bootstrap.ts, since aws-lambda-ric is not installed: CONTRIBUTING.md, "How Lambda's behaviour is tested".`,
  )
}

/**
 * The program that runs a handler in a function's process: AWS's own if it is installed, else one that imitates it. That one
 * is JavaScript, so that Node strips no types at run time.
 * @param folder where to build it, if need be
 * @param found AWS's own
 */
export function runtimeClient(folder: string, found = findRuntimeClient()): string {
  if (found !== undefined) return found
  sayFallback()
  const outfile = join(folder, 'bootstrap.mjs')
  const entryPoints = [fileURLToPath(import.meta.resolve('./bootstrap.ts'))]
  buildSync({ ...bundleOptions, sourcemap: false, entryPoints, outfile })
  return outfile
}
