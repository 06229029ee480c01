import type { Command } from 'commander'
import { readStorageSettings } from '../../local/settings.ts'
import { inBytes } from '../progress.ts'
import { toTime } from '../output.ts'
import { print, refuse, tableOption } from '../run.ts'
import { takeBackup } from './backup.ts'
import { restoreBackup } from './restore.ts'

const backupHelp = `
The file holds everything in the data folder (DATA_DIR) as it is at one moment:
accounts, tokens, forms, webhooks, tasks, the trash, and how far the service has
read the changes. The service may run and write meanwhile. Only the owner of the
file may read it. It gets its name when it is complete, and never replaces
another file. Meanwhile the folder needs room for a second copy of the data.
`

const restoreHelp = `
DATA_DIR names the folder, which must be empty or absent: move the old one away
first. A damaged or incomplete file is refused, and leaves nothing behind. What
rules have missed since the backup does not run: the first start notes it as
skipped in their logs.
`

/**
 * The settings of this machine.
 * @throws CommanderError with --table; Error when the data is not in a folder
 */
function folderOf(command: Command) {
  if (tableOption(command) !== undefined) {
    refuse(
      command,
      "option '--table' has no place here: on AWS, the table has point-in-time recovery (docs/deploy-data.md)",
    )
  }
  const { dataDir, tableName, endpoint } = readStorageSettings()
  if (endpoint !== undefined) {
    throw new Error('DYNAMODB_ENDPOINT names your own engine: back it up, and restore it, in its own way.')
  }
  return { dataDir, tableName }
}

/** Adds the commands that write all data to a file, and read it back. */
export function addBackupCommands(program: Command): void {
  program
    .command('backup')
    .description('Write all data of this machine to a file, while the service runs.')
    .requiredOption('--out <file>', 'the file to write (required)')
    .addHelpText('after', backupHelp)
    .action(async ({ out }: { out: string }, command: Command) => {
      const { dataDir } = folderOf(command)
      const { taken_at, bytes } = await takeBackup(dataDir, out)
      print(command, {
        document: { backup: { file: out, taken_at, bytes } },
        text: `Wrote ${out}: ${inBytes(bytes)}, the data of ${toTime(taken_at)}`,
      })
    })

  program
    .command('restore')
    .description('Put the data of a backup into an empty data folder.')
    .requiredOption('--from <file>', 'a file that backup wrote (required)')
    .addHelpText('after', restoreHelp)
    .action(async ({ from }: { from: string }, command: Command) => {
      const { dataDir, tableName } = folderOf(command)
      const { taken_at } = await restoreBackup(from, dataDir, tableName)
      print(command, {
        document: { restore: { file: from, data_dir: dataDir, taken_at } },
        text: `Restored ${dataDir}: the data of ${toTime(taken_at)}`,
      })
    })
}
