import { BaseSequencer, type TestSpecification } from 'vitest/node'

const projects = ['web', 'own worker', 'shared workers']

/** The files that take far longer than their size tells, the longest first. */
const longest = [
  'web/accessibility',
  'web/webhooks',
  'web/redo-lanes',
  'web/redo',
  'web/offline',
  'web/docs',
  'web/lanes',
  'web/connection',
  'web/redo-added',
  'programs',
  'faults',
  'storage-faults',
  'infra/admin/transfer',
  'fuzz',
  'harness/bench/cold',
  'infra/bundle/bundle',
  'infra/local/webhooks',
  'functions/fields/many',
  'infra/docs/samples',
  'infra/workflows/deploy',
  'harness/sandbox/set-aside',
  'harness/sandbox/loops',
  'infra/local/kill-lane-deletion',
  'harness/chaos/main',
  'client/two-way-sync',
  'client/two-way-comments',
  'infra/aws/app',
  'infra/release/pack',
  'readme',
  'harness/sandbox/deadline',
]

const placeOf = ({ moduleId }: TestSpecification): number => {
  const place = longest.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`))
  return place === -1 ? longest.length : place
}

/**
 * Starts long files first, so that none runs alone at the end. On a new clone, vitest knows only the sizes of the files. The
 * files of a project stay together, because only then do they share their workers; small ones come last.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projectOf = ({ project }: TestSpecification) => projects.indexOf(project.name)
    const sorted = await super.sort(files)
    return sorted.sort((a, b) => projectOf(a) - projectOf(b) || placeOf(a) - placeOf(b))
  }
}
