import { runCommandLine } from '../command-line.ts'
import { startCommand } from './command.ts'

await runCommandLine(startCommand('npm start --'), 'tasks-api')
