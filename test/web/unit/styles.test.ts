import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const textOf = (pattern: string): string =>
  globSync(pattern)
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')

/** The classes that a stylesheet selects. */
const classesIn = (css: string): Set<string> => {
  const selectors = css.replaceAll(/\/\*[^]*?\*\//g, '').replaceAll(/\{[^{}]*\}/g, '{}')
  return new Set(Array.from(selectors.matchAll(/\.([a-z][\w-]*)/gi), ([, name = '']) => name))
}

describe('the stylesheets', () => {
  it('select no class that the web interface does not have', () => {
    const code = textOf('web/src/**/*.{ts,tsx}')
    const words = new Set(code.match(/[\w-]+/g))
    /** Whether the code makes a class of a prefix and a value: `status-${task.status}`. */
    const isMade = (name: string) => code.includes(`${name.slice(0, name.lastIndexOf('-') + 1)}\${`)
    const classes = classesIn(textOf('web/src/style/**/*.css'))
    expect(classes.size).toBeGreaterThan(200)
    expect([...classes].filter((name) => !words.has(name) && !isMade(name))).toEqual([])
  })
})
