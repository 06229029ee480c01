import { Option, type Command } from 'commander'
import { roles, type Member, type Role } from '../../lib/members/member.ts'
import { memberIdOf } from '../../lib/members/member-item.ts'
import { createMember, listMembers, removeMember } from '../../lib/members/members.ts'
import { accountOption, readEmail, readProjectIds } from './inputs.ts'
import { toRecord, toTable, toTime, type Columns } from './output.ts'
import { runIn } from './run.ts'

interface MemberOptions {
  account: string
  email: string
  role: Role
  projects?: string[]
}

const columns: Columns<Member> = {
  ID: ({ id }) => id,
  'E-mail': ({ email }) => email,
  Role: ({ role }) => role,
  Projects: ({ project_ids }) => project_ids?.join(',') ?? 'all',
  Added: ({ created_at }) => toTime(created_at),
}

const emailOption = () =>
  new Option(
    '--email <address>',
    "the person's e-mail address at the identity provider (required)",
  ).makeOptionMandatory()

/** Adds the commands about members. */
export function addMemberCommands(program: Command): void {
  const member = program
    .command('member')
    .description('The people who may sign in to an account with an identity provider.')

  member
    .command('add')
    .description('Let a person sign in to an account. No message is sent.')
    .addOption(accountOption())
    .addOption(emailOption().argParser(readEmail))
    .addOption(
      new Option('--role <role>', 'admin may do everything, viewer only read (required)')
        .choices(roles)
        .makeOptionMandatory(),
    )
    .option('--projects <ids>', 'the only projects that they see (default: all)', readProjectIds)
    .action(({ account, email, role, projects }: MemberOptions, command: Command) =>
      runIn(command, account, async (tenant) => {
        const added = await createMember(tenant, { email, role, ...(projects && { projectIds: projects }) })
        return { document: { member: added }, text: toRecord(columns, added) }
      }),
    )

  member
    .command('list')
    .description('List the members of an account, sorted by e-mail address.')
    .addOption(accountOption())
    .action(({ account }: MemberOptions, command: Command) =>
      runIn(command, account, async (tenant) => {
        const members = await listMembers(tenant)
        const text = members.length > 0 ? toTable(columns, members) : 'The account has no member.'
        return { document: { members }, text }
      }),
    )

  member
    .command('remove')
    .description('Remove a member. Their sessions end within a minute; tokens that they created stay.')
    .addOption(accountOption())
    .addOption(emailOption())
    .action(({ account, email }: MemberOptions, command: Command) =>
      runIn(command, account, async (tenant) => {
        await removeMember(tenant, memberIdOf(tenant.accountId, email))
        return {
          document: { success: true },
          text: 'The member is removed. Their sessions end within a minute.',
        }
      }),
    )
}
