import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import manifest from '../../../package.json' with { type: 'json' }
import { commandLine, runCommandLine } from '../../../infra/command-line.ts'
import { fixedResources, type FixedResources } from './replacements.ts'
import { everything, templatesFor } from './synthesize.ts'

/** What a release has deployed, reduced to what cannot be changed in place. */
export interface Release {
  version: string
  stacks: { context: Record<string, unknown>; resources: FixedResources }[]
}

const folder = resolve(import.meta.dirname, '../../fixtures/releases')

/** The settings that releases had, and that went since: an operator takes them out of the stage's file. */
const gone = new Set(['tracing', 'defaultTaskQuota'])

/** The releases whose templates are kept, in the order of their names. */
export const releases = (): Release[] =>
  readdirSync(folder)
    .sort()
    .map((name) => {
      const keep = (key: string, value: unknown) => (gone.has(key) ? undefined : value)
      return JSON.parse(readFileSync(join(folder, name), 'utf8'), keep) as Release // written below
    })

/** Keeps today's templates as those of the version in package.json. */
function keepTemplates({ out }: { out: string }): void {
  const stacks = [{}, everything].map((context) => ({
    context,
    resources: fixedResources(templatesFor(context)),
  }))
  // a line for each resource, so that a change shows what it changes
  const lines = stacks.map(({ context, resources }) => {
    const each = Object.entries(resources).map(([id, one]) => `${JSON.stringify(id)}:${JSON.stringify(one)}`)
    return `{"context":${JSON.stringify(context)},"resources":{\n${each.join(',\n')}}}`
  })
  writeFileSync(out, `{"version":${JSON.stringify(manifest.version)},"stacks":[${lines.join(',\n')}]}\n`)
}

if (import.meta.main) {
  const program = commandLine(
    'npm run release:templates --',
    'Keep the templates of today as those of this version, for the test of replacements.',
  )
    .option('--out <file>', 'where to', join(folder, `${manifest.version}.json`))
    .action(keepTemplates)
  await runCommandLine(program, 'release')
}
