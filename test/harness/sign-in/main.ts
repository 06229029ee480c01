import { join } from 'node:path'
import { createMember } from '../../../lib/members/members.ts'
import type { Role } from '../../../lib/members/member.ts'
import { openStorage } from '../../../lib/table/storage.ts'
import { ApiError } from '../../../lib/contract/api-error.ts'
import { parseToken } from '../../../lib/tokens/format.ts'
import { callableHost, readLocalSettings, useSettings } from '../../../infra/local/settings.ts'
import { startService } from '../../../infra/local/service.ts'
import { commandLine, runCommandLine } from '../../../infra/command-line.ts'
import { startProvider } from './provider.ts'

/** Who may sign in, and as what. Anybody else is a stranger to the service. */
const team: readonly (readonly [email: string, role: Role])[] = [
  ['ada@example.com', 'admin'],
  ['grace@example.com', 'member'],
  ['linus@example.com', 'viewer'],
]

async function serve(): Promise<void> {
  const { PROVIDER_PORT = '3001', DATA_DIR = join('.data', 'sign-in-demo') } = process.env
  const settings = readLocalSettings({ ...process.env, DATA_DIR })
  const origin = `http://${callableHost(settings.host)}:${settings.port}`
  const provider = await startProvider({
    port: Number(PROVIDER_PORT),
    clientId: 'tasks',
    redirectUris: [`${origin}/sign-in/callback`],
    people: [
      ...team.map(([email]) => ({ email, email_verified: true })),
      { email: 'stranger@example.com', email_verified: true },
      { email: 'unverified@example.com', email_verified: false },
    ],
  })
  const variables = {
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: 'tasks',
    OIDC_NAME: 'the example provider',
  }
  useSettings(settings)
  Object.assign(process.env, variables)
  const { demo, web, stop } = await startService(settings)
  let isEnding = false
  const end = () => {
    if (isEnding) return // npm may forward a signal that this process has received already
    isEnding = true
    void Promise.all([stop(), provider.stop()]).then(() => process.exit(0))
  }
  process.on('SIGINT', end) // before the banner: who reads that may stop it at once
  process.on('SIGTERM', end)
  const accountId = parseToken(demo.token)?.accountId ?? ''
  const tenant = { ...openStorage(Date.now() + 60_000), accountId, projectIds: null }
  for (const [email, role] of team) {
    await createMember(tenant, { email, role }).catch((error: unknown) => {
      // the folder is that of an earlier demo
      if (!(error instanceof ApiError && error.code === 'member_exists')) throw error
    })
  }
  const { problem } = await web
  console.log(`
${problem === undefined ? `Open the web interface, and sign in with the example provider:\n\n  ${origin}/` : `There is no web interface. ${problem}`}

${team.map(([email, role]) => `  ${email.padEnd(22)} ${role}`).join('\n')}
  stranger@example.com   no member: is refused
  unverified@example.com whose address nobody has verified: is refused

The provider runs at ${provider.issuer}. It asks for no password, and listens on this machine alone.

Stop with Ctrl-C.
`)
}

const program = commandLine(
  'npm run sign-in-demo --',
  'Run the Tasks API on this machine with an identity provider, so that you can try how people sign in.',
)
  .addHelpText(
    'after',
    '\nSettings are environment variables: those of npm start, and PROVIDER_PORT, the port of the provider (default: 3001). The data is in .data/sign-in-demo, unless DATA_DIR names another folder.',
  )
  .action(() =>
    serve().catch((error: unknown) => {
      console.error(`sign-in-demo: ${error instanceof Error ? error.message : String(error)}`)
      process.exit(1) // what has started would keep the process running
    }),
  )

await runCommandLine(program, 'sign-in-demo')
