import { runCommandLine } from '../command-line.ts'
import { adminCommand } from './command.ts'

await runCommandLine(adminCommand('npm run admin --'), 'error')
