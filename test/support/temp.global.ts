import { newTempFolder } from '../../infra/proof/temp-folder.ts'

/**
 * One temporary folder for the whole run. Whatever the tests, and the programs that they start, put into the system's
 * temporary folder lies in it, and is removed with it when the run ends.
 */
export default function setup(): void {
  process.env.TMPDIR = newTempFolder()
}
