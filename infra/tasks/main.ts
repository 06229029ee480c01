import { runCommandLine } from '../command-line.ts'
import { tasksCommand } from './command.ts'

await runCommandLine(tasksCommand(), 'error')
