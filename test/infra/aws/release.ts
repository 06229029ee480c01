import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import manifest from '../../../package.json' with { type: 'json' }
import { commandLine, runCommandLine } from '../../../infra/command-line.ts'
import { fixedResources, type FixedResources } from './replacements.ts'
import { everything, templatesFor } from './synthesize.ts'

/** What a release has deployed, reduced to what cannot be changed in place. */
export interface Release {
  version: string
  stacks: { context: Record<string, unknown>; resources: FixedResources }[]
}

const file = resolve(import.meta.dirname, '../../fixtures/last-release.json')

export const lastRelease = (): Release => JSON.parse(readFileSync(file, 'utf8')) as Release // written below

/** Keeps today's templates as those of the last release. */
function keepTemplates(): void {
  const stacks = [{}, everything].map((context) => ({
    context,
    resources: fixedResources(templatesFor(context)),
  }))
  // a line for each resource, so that a change shows what it changes
  const lines = stacks.map(({ context, resources }) => {
    const each = Object.entries(resources).map(([id, one]) => `${JSON.stringify(id)}:${JSON.stringify(one)}`)
    return `{"context":${JSON.stringify(context)},"resources":{\n${each.join(',\n')}}}`
  })
  writeFileSync(file, `{"version":${JSON.stringify(manifest.version)},"stacks":[${lines.join(',\n')}]}\n`)
}

if (import.meta.main) {
  const program = commandLine(
    'npm run release:templates --',
    'Keep the templates of today as those of the last release, for the test of replacements.',
  ).action(keepTemplates)
  await runCommandLine(program, 'release')
}
