import { build } from 'esbuild'
import { functionIds } from '../../functions/index.ts'
import { commandLine, runCommandLine } from '../command-line.ts'
import { bundleInputs } from './bundle.ts'

const kib = (bytes: number) => (bytes / 1_024).toFixed(1)

/** Prints in how many functions each package is, and with how much code. */
async function printWeights(): Promise<void> {
  const options = { ...bundleInputs(functionIds), outdir: 'unwritten', write: false }
  const { metafile } = await build({ ...options, metafile: true })
  const weights = new Map<string, number[]>()
  for (const { inputs } of Object.values(metafile.outputs)) {
    const sums = new Map<string, number>()
    for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
      const [name] = /(?<=.*node_modules\/)(?:@[^/]+\/)?[^/]+/.exec(path) ?? ['(own code)']
      if (bytesInOutput > 0) sums.set(name, (sums.get(name) ?? 0) + bytesInOutput)
    }
    for (const [name, bytes] of sums) weights.set(name, [...(weights.get(name) ?? []), bytes])
  }
  console.log(`Of ${functionIds.length} functions; KiB in the one that has least and most of a package:`)
  for (const [name, sizes] of [...weights].sort(
    ([, one], [, other]) => Math.max(...other) - Math.max(...one),
  ))
    console.log(`${name}: in ${sizes.length}, ${kib(Math.min(...sizes))} to ${kib(Math.max(...sizes))} KiB`)
}

const about = 'Print what each package weighs in the functions, minified and without compression.'
await runCommandLine(commandLine('npm run bundle:weights --', about).action(printWeights), 'bundle:weights')
