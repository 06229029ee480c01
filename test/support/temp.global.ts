import { newTempFolder } from '../harness/temp-folder.ts'

/**
 * Makes one temporary folder for the whole run. The tests and the programs that they start use it as the system's
 * temporary folder. It is removed when the run ends.
 */
export default function setup(): void {
  process.env.TMPDIR = newTempFolder()
}
