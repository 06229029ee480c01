import { vi } from 'vitest'

/**
 * Turns the log on for modules that are imported from now on, and returns the lines that are written. The test must
 * restore all mocks and variables at its end.
 */
export function captureLog(variables: Record<string, string> = {}): () => string[] {
  vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'INFO')
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  vi.resetModules()
  const texts: string[] = []
  for (const method of ['info', 'warn', 'error', 'log', 'debug'] as const) {
    vi.spyOn(console, method).mockImplementation((...parts: unknown[]) => texts.push(parts.join(' ')))
  }
  vi.spyOn(process.stdout, 'write').mockImplementation((part) => texts.push(String(part)) > 0)
  vi.spyOn(process.stderr, 'write').mockImplementation((part) => texts.push(String(part)) > 0)
  return () => texts.flatMap((text) => text.split('\n')).filter((line) => line !== '')
}
