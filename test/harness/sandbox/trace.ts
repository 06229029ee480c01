import { createHash, randomBytes } from 'node:crypto'

/**
 * How often a chain of requests may invoke a function before Lambda takes it for an endless loop:
 * https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html
 */
export const mostInvocations = 16

/** A function in a lineage. */
const hashOf = (functionName: string) => createHash('sha256').update(functionName).digest('hex').slice(0, 8)

/** How often each function was invoked, from a header such as `Root=1-…;Sampled=0;Lineage=1f2e3d4c:3|0a1b2c3d:1`. */
function lineageOf(header: string): Map<string, number> {
  const [, lineage = ''] = /(?:^|;)Lineage=([^;]*)/.exec(header) ?? []
  const counts = lineage.split('|').filter(Boolean)
  return new Map(
    counts.map((one) => {
      const [hash = '', count] = one.split(':')
      return [hash, Number(count)]
    }),
  )
}

/**
 * Lambda's trace header for an invocation: that of what invokes it, with this invocation counted in its lineage. AWS does
 * not document the form of a lineage in full; only this file reads it, and the SDK hands it on unread.
 * https://docs.aws.amazon.com/xray/latest/devguide/xray-concepts.html#xray-concepts-tracingheader
 * @param cause the trace header of what invokes the function; without one, a chain begins
 */
export function nextTrace(functionName: string, cause = ''): { header: string; invocations: number } {
  const [root = `Root=1-${randomBytes(4).toString('hex')}-${randomBytes(12).toString('hex')}`] =
    /Root=[^;]+/.exec(cause) ?? []
  const lineage = lineageOf(cause)
  const invocations = (lineage.get(hashOf(functionName)) ?? 0) + 1
  lineage.set(hashOf(functionName), invocations)
  const counts = [...lineage].map((one) => one.join(':')).join('|')
  return { header: `${root};Sampled=0;Lineage=${counts}`, invocations }
}

/** The header with the longest chain of several. */
export const longestChain = (headers: readonly string[]): string | undefined => {
  const lengthOf = (header: string) => [...lineageOf(header).values()].reduce((sum, one) => sum + one, 0)
  return [...headers].sort((one, other) => lengthOf(other) - lengthOf(one))[0]
}
