import { execFileSync } from 'node:child_process'
import { newestDeployed, type Artefact } from './newest.ts'

/**
 * Downloads the archive that was last deployed to a stage and passed its test there, from this repository's runs at GitHub.
 * With a commit, the archive of this commit, which must exist; without one, says so if there is none.
 * Needs `gh`, and a token in GH_TOKEN that may read workflow runs.
 */
function fetchDeployed(stage: string, folder: string, commit: string): void {
  if (!/^([0-9a-f]{40})?$/.test(commit)) {
    throw new Error(`${commit} is not the full id of a commit: 40 characters, 0-9 and a-f.`)
  }
  const list = ['api', '--paginate', 'repos/{owner}/{repo}/actions/artifacts?per_page=100']
  const lines = gh(...list, '--jq', '.artifacts[]')
    .split('\n')
    .filter(Boolean)
  const artefacts = lines.map((line) => JSON.parse(line) as Artefact) // GitHub's own format
  const newest = newestDeployed(artefacts, stage, commit === '' ? undefined : commit)
  if (newest) {
    const { name, created_at, workflow_run } = newest
    gh('run', 'download', String(workflow_run.id), '--name', name, '--dir', folder)
    console.log(`${name} of ${created_at}, from run ${workflow_run.id}`)
  } else if (commit === '') {
    console.log(`Nothing was deployed to ${stage} from main in the last 90 days.`)
  } else {
    throw new Error(
      `There is no archive of commit ${commit}: it was not deployed to ${stage} from main, or not in the last 90 days. ` +
        `Deploy it to ${stage} first.`,
    )
  }
}

const maxBuffer = 64 * 1024 * 1024
const gh = (...parameters: string[]): string =>
  execFileSync('gh', parameters, { encoding: 'utf8', maxBuffer, stdio: ['ignore', 'pipe', 'inherit'] })

const [stage = '', folder = '', commit = ''] = process.argv.slice(2)
try {
  fetchDeployed(stage, folder, commit)
} catch (error) {
  console.log(`::error::${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
