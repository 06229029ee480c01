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

/** A file's room: its folder below `lib` and `infra`, of which `infra/proof` has more, else the first folder. */
function roomOf(file: string): string {
  const [top = '', ...rest] = dirname(file).split('/')
  if (top !== 'lib' && top !== 'infra') return top
  return [top, ...rest.slice(0, rest[0] === 'proof' ? 2 : 1)].join('/')
}

function roomGraph(): Graph {
  const rooms = new Map<string, string[]>()
  for (const [file, imported] of fileGraph) {
    const room = roomOf(file)
    const others = imported.map(roomOf).filter((other) => other !== room)
    rooms.set(room, [...(rooms.get(room) ?? []), ...others])
  }
  return rooms
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

  it('lead from no room back to it', () => {
    expect(onCycles(roomGraph())).toEqual([])
  })
})
