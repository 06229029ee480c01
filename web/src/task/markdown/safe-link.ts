import { withoutReferences } from './references.ts'

const allowed: readonly string[] = ['http:', 'https:', 'mailto:']

/**
 * The address of a link in someone's text; undefined unless it is a whole one that the browser reads as http, https or
 * mailto. The browser's own parser decides, so that no way of writing `javascript:` passes.
 */
export function safeLink(href: string): string | undefined {
  const written = withoutReferences(href)
  if (!URL.canParse(written)) return undefined
  const url = new URL(written)
  return allowed.includes(url.protocol) ? url.href : undefined
}
