/** From the least to the most important. `SILENT` writes nothing. */
export const logLevels = ['DEBUG', 'INFO', 'WARN', 'ERROR', 'CRITICAL', 'SILENT']

/** How important a line is: `error` if a person has to look at it. */
export type Level = 'info' | 'warn' | 'error'

/** Whether lines of a level are written: from POWERTOOLS_LOG_LEVEL on, which is INFO by default. */
function isWanted(level: Level): boolean {
  const least = logLevels.indexOf((process.env.POWERTOOLS_LOG_LEVEL ?? '').toUpperCase())
  return logLevels.indexOf(level.toUpperCase()) >= (least === -1 ? logLevels.indexOf('INFO') : least)
}

/** The id of the invocation's trace in X-Ray; undefined if there is none. */
const traceId = (): string | undefined => /Root=([^;]+)/.exec(process.env._X_AMZN_TRACE_ID ?? '')?.[1]

/**
 * Writes a line of JSON, with the members and variables of Powertools for AWS Lambda, which log tools know. Lambda would put
 * more before what `console` writes.
 */
export function writeLog(level: Level, line: { message: string } & Record<string, unknown>): void {
  if (!isWanted(level)) return
  const { message, ...others } = line
  const members = {
    level: level.toUpperCase(),
    message,
    timestamp: new Date().toISOString(),
    service: 'tasks-api',
    xray_trace_id: traceId(),
    ...others,
  }
  process[level === 'info' ? 'stdout' : 'stderr'].write(`${JSON.stringify(members)}\n`)
}
