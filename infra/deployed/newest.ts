/** The members of a workflow run's artefact that are read: https://docs.github.com/en/rest/actions/artifacts */
export interface Artefact {
  name: string
  expired: boolean
  /** RFC 3339, in UTC. */
  created_at: string
  workflow_run: {
    id: number
    head_branch: string
    repository_id: number
    head_repository_id: number
  }
}

/**
 * Finds the artefact of the last deployment of a stage that passed its test, or of the last one of a commit. Counts
 * only artefacts from runs on main of this repository, because runs of branches and forks may give an artefact any
 * name.
 */
export const newestDeployed = (
  artefacts: Artefact[],
  stage: string,
  commit?: string,
): Artefact | undefined => {
  const wanted = new RegExp(`^deployed-${stage}-${commit ?? '[0-9a-f]{40}'}$`)
  return artefacts
    .filter(
      ({ name, expired, workflow_run: run }) =>
        wanted.test(name) &&
        !expired &&
        run.head_branch === 'main' &&
        run.head_repository_id === run.repository_id,
    )
    .sort((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at))
    .at(-1)
}
