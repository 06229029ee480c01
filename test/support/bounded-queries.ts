import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'

/** What of a query decides how much the embedded engine reads. */
interface Bounds {
  KeyConditionExpression?: string
  Limit?: number
}

/**
 * Makes a client refuse each query for which the embedded engine reads more than is asked for: one without a limit, for
 * which it loads the whole rest of the partition, and `begins_with`, for which it compares every sort key of it.
 * docs/decisions.md, "Local engine".
 */
export function refuseUnbounded({ middlewareStack }: Pick<DynamoDBDocumentClient, 'middlewareStack'>): void {
  middlewareStack.add(
    (next) => (args) => {
      const { KeyConditionExpression: condition, Limit } = args.input as Bounds // other operations have neither
      if (condition !== undefined && (Limit === undefined || condition.includes('begins_with')))
        throw new Error(`The embedded engine reads too much for this query: ${condition}`)
      return next(args)
    },
    { step: 'initialize', name: 'refuseUnbounded' },
  )
}
