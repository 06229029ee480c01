import { randomInt } from 'node:crypto'
import { commandLine, runCommandLine } from '../../../infra/command-line.ts'
import { wholeNumber } from '../../harness/whole-number.ts'
import { runTwoBrowsers, type TwoBrowsersOptions } from './run.ts'

async function run(options: TwoBrowsersOptions): Promise<void> {
  const report = await runTwoBrowsers(options, (line) => {
    process.stderr.write(`${line}\n`)
  })
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`)
  if (report.problems.length > 0) process.exitCode = 1
}

const program = commandLine(
  'npm run two-browsers --',
  'Lets two browsers work at random on one board of a service of its own, while requests and answers are lost, pages are ' +
    'loaded again, connections go and the service restarts. Then both must show what the service has, and no change be lost.',
)
  .option('--seconds <n>', 'how long they work', wholeNumber(1, 86_400), 60)
  .option('--restarts <n>', 'how often the service is started again meanwhile', wholeNumber(0, 1_000), 1)
  .option('--seed <n>', 'the same seed gives the same choices', wholeNumber(0, 2 ** 31), randomInt(2 ** 31))
  .option('--trace <file>', 'keeps what each has done, kept, sent and heard')
  .action(run)

await runCommandLine(program, 'two-browsers')
