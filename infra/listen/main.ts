import { runCommandLine } from '../command-line.ts'
import { listenCommand } from './command.ts'

await runCommandLine(listenCommand('npm run listen --'), 'listen')
