import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { preProcessFile } from 'typescript'
import { describe, expect, it } from 'vitest'

type Graph = ReadonlyMap<string, readonly string[]>

const files = ['functions', 'lib', 'infra', 'client', 'web', 'test'].flatMap((folder) =>
  globSync(`${folder}/**/*.{ts,tsx}`, { exclude: ['**/node_modules/**', '**/dist/**'] }),
)

/** What a file imports of ours, types too. */
const importsOf = (file: string): string[] =>
  preProcessFile(readFileSync(file, 'utf8'))
    .importedFiles.map(({ fileName }) => join(dirname(file), fileName))
    .filter((path) => files.includes(path))

const fileGraph: Graph = new Map(files.map((file) => [file, importsOf(file)]))

interface Room {
  name: string
  /** The rooms that it may import; `*` means every room. */
  mayImport: readonly string[]
}

/** The table of rooms in the documentation. */
const rooms: readonly Room[] = Array.from(
  readFileSync('docs/architecture.md', 'utf8').matchAll(/^\| `([a-z/-]+)` +\|.*\| ([^|]+?) +\|$/gm),
  ([, name = '', allowed = '']) => ({
    name,
    mayImport:
      allowed === 'all' ? ['*'] : Array.from(allowed.matchAll(/`([^`]+)`/g), ([, room = '']) => room),
  }),
)

/** The room of a file: the one with the longest name among the folders that it is in. A test is in the room of tests. */
function roomOf(file: string): string {
  if (file.endsWith('.test.ts')) return 'test'
  const around = rooms.map(({ name }) => name).filter((name) => file.startsWith(`${name}/`))
  return around.sort((a, b) => b.length - a.length)[0] ?? dirname(file)
}

const covers = (pattern: string, room: string): boolean =>
  pattern === room || pattern === '*' || (pattern.endsWith('/*') && room.startsWith(pattern.slice(0, -1)))

function roomGraph(): Graph {
  const graph = new Map<string, string[]>()
  for (const [file, imported] of fileGraph) {
    const room = roomOf(file)
    const others = imported.map(roomOf).filter((other) => other !== room)
    graph.set(room, [...(graph.get(room) ?? []), ...others])
  }
  return graph
}

/** All that can be reached from a node. */
function reachable(graph: Graph, from: string): Set<string> {
  const seen = new Set<string>()
  const waiting = [...(graph.get(from) ?? [])]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue
    seen.add(next)
    waiting.push(...(graph.get(next) ?? []))
  }
  return seen
}

/** The nodes that lie on a cycle. */
const onCycles = (graph: Graph): string[] =>
  [...graph.keys()].filter((node) => reachable(graph, node).has(node)).sort()

describe('imports', () => {
  it('are found', () => {
    expect(fileGraph.get('functions/tasks/get.ts')).toContain('lib/http/endpoint.ts')
    const graph = new Map(Object.entries({ a: ['b'], b: ['c'], c: ['b'] }))
    expect(onCycles(graph)).toEqual(['b', 'c'])
  })

  it('lead from no file back to it', () => {
    expect(onCycles(fileGraph)).toEqual([])
  })

  it('lead only where the table of rooms in docs/architecture.md allows', () => {
    const refused = [...fileGraph].flatMap(([file, imported]) => {
      const { mayImport = [] } = rooms.find(({ name }) => name === roomOf(file)) ?? {}
      const allowed = (room: string) => mayImport.some((pattern) => covers(pattern, room))
      return imported
        .filter((other) => roomOf(other) !== roomOf(file) && !allowed(roomOf(other)))
        .map((other) => `${file} -> ${other}`)
    })
    expect(refused).toEqual([])
  })

  it('are of files in rooms that the table names, each of which has files', () => {
    const used = new Set(files.map(roomOf))
    expect([...used].sort()).toEqual(rooms.map(({ name }) => name).sort())
  })

  it('lead from no room back to it', () => {
    expect(onCycles(roomGraph())).toEqual([])
  })
})
