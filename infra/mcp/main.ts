import { runCommandLine } from '../command-line.ts'
import { mcpCommand } from './command.ts'

await runCommandLine(mcpCommand('npm run mcp --'), 'mcp')
