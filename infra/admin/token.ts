import type { Command } from 'commander'
import type { Scope } from '../../lib/contract/endpoint.ts'
import type { Token } from '../../lib/tokens/token.ts'
import { createToken, listTokens, revokeToken } from '../../lib/tokens/tokens.ts'
import {
  accountOption,
  rateLimitOption,
  readDuration,
  readId,
  readLabel,
  readProjectIds,
  scopesOption,
} from './inputs.ts'
import { toRecord, toTable, toTime, type Columns } from './output.ts'
import { runIn } from './run.ts'

interface TokenOptions {
  account: string
  name: string
  scopes: Scope[]
  /** In seconds. */
  expiresIn?: number
  projects?: string[]
  rateLimit?: number
}

const columns: Columns<Token> = {
  ID: ({ id }) => id,
  Name: ({ name }) => name,
  Scopes: ({ scopes }) => scopes.join(','),
  Created: ({ created_at }) => toTime(created_at),
  Expires: ({ expires_at }) => (expires_at === null ? 'never' : toTime(expires_at)),
  'Requests/min': ({ rate_limit }) => rate_limit ?? 'default',
  Projects: ({ project_ids }) => project_ids?.join(',') ?? 'all',
}

const columnsWithSecret: Columns<Token & { secret: string }> = { ...columns, Secret: ({ secret }) => secret }

/** Adds the commands about tokens. */
export function addTokenCommands(program: Command): void {
  const token = program
    .command('token')
    .description('The tokens of an account. Programs call the API with them.')

  token
    .command('create')
    .description('Create a token. Its secret is shown only once.')
    .addOption(accountOption())
    .requiredOption('--name <name>', 'what it is for (required)', readLabel)
    .addOption(scopesOption())
    .option('--expires-in <duration>', 'such as 90d, 12h, 15m or 30s (default: never)', readDuration)
    .option('--projects <ids>', 'the only projects that it sees and writes (default: all)', readProjectIds)
    .addOption(rateLimitOption("how many requests it may send per minute (default: 40 % of the account's)"))
    .action((options: TokenOptions, command: Command) =>
      runIn(command, options.account, async (tenant) => {
        const { name, scopes, expiresIn, projects: projectIds, rateLimit } = options
        const expiresAt =
          expiresIn === undefined ? null : new Date(Date.now() + expiresIn * 1000).toISOString()
        const created = await createToken(tenant, { name, scopes, expiresAt, projectIds, rateLimit })
        const text = `${toRecord(columnsWithSecret, created)}\n\nThe secret is shown only now: store it safely.`
        return { document: { token: created }, text }
      }),
    )

  token
    .command('list')
    .description("List an account's live tokens, oldest first, without their secrets.")
    .addOption(accountOption())
    .action(({ account }: TokenOptions, command: Command) =>
      runIn(command, account, async (tenant) => {
        const tokens = await listTokens(tenant)
        const text = tokens.length > 0 ? toTable(columns, tokens) : 'The account has no live token.'
        return { document: { tokens }, text }
      }),
    )

  token
    .command('revoke')
    .description('Revoke a token for good. It stops working within a minute.')
    .argument('<id>', 'its id, as list shows it', readId)
    .addOption(accountOption())
    .action((id: string, { account }: TokenOptions, command: Command) =>
      runIn(command, account, async (tenant) => {
        await revokeToken(tenant, id)
        return {
          document: { success: true },
          text: 'The token is revoked. It stops working within a minute.',
        }
      }),
    )
}
