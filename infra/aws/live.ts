import type { Alias, Function as LambdaFunction, IAlias } from 'aws-cdk-lib/aws-lambda'
import { isShut } from './concurrency.ts'
import type { Settings } from './settings.ts'

/** A function, and the alias through which everything calls it. */
export interface Live {
  created: LambdaFunction
  alias: Alias
}

/** An alias as what may be called. */
export const callable = (alias: Alias): IAlias => alias as IAlias // it implements it; only exactOptionalPropertyTypes tells them apart

/**
 * Publishes a version of a function whenever its code or configuration changes, and points the alias `live` to it.
 * Without it, calls would meet the new code with the old variables for some seconds: CloudFormation changes one after
 * the other. A successful deployment deletes the previous version, and a failed one deletes its own; to go back, deploy
 * the earlier commit. Lambda refuses a version without changes, so the CDK names it by the function's properties.
 */
export const createLive = (created: LambdaFunction, id: string, settings: Settings): Live => {
  const ready = isShut(id, settings) ? undefined : settings.provisionedConcurrency?.[id]
  const alias = created.addAlias(
    'live',
    ready === undefined ? {} : { provisionedConcurrentExecutions: ready },
  )
  return { created, alias }
}
