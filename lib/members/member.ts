import * as z from 'zod/mini'
import { scopes, type Scope } from '../contract/endpoint.ts'
import { exampleIds as ids, type FieldTexts } from '../contract/field-texts.ts'
import { timestamp, trimmedTextOf, uuid } from '../contract/fields.ts'
import { boundProjects } from '../tokens/token.ts'
import { maxBoundProjects, maxEmailCharacters } from '../contract/limits.ts'
import { emailPattern } from './email.ts'

/** What a member may do: each role stands for scopes. */
export const roles = ['admin', 'member', 'viewer'] as const
export type Role = (typeof roles)[number]

/** The scopes that the sessions of a member have, by its role. */
export const scopesOf: Readonly<Record<Role, readonly Scope[]>> = {
  admin: scopes,
  member: ['read', 'write', 'delete', 'hooks'],
  viewer: ['read'],
}

/** A person who may sign in to an account. */
export const member = z.object({
  id: uuid,
  email: z.string(),
  role: z.literal(roles),
  project_ids: z.nullable(z.array(uuid)),
  created_at: timestamp,
})
export type Member = z.output<typeof member>

export const memberTexts = (): FieldTexts<Member> => ({
  id: {
    meaning: 'The id of the member. The same e-mail address always has the same id',
    example: ids.memberId,
  },
  email: {
    meaning: "The person's e-mail address at the identity provider",
    example: 'ada@example.com',
  },
  role: { meaning: 'What the member may do: `admin`, `member` or `viewer`', example: 'member' },
  project_ids: { meaning: 'The projects that the member is bound to; null: all', example: null },
  created_at: { meaning: 'When the member was added', example: '2026-11-20T08:10:00.000Z' },
})

/** An e-mail address. It is stored as it is written. */
export const email = trimmedTextOf(maxEmailCharacters).check(
  z.regex(emailPattern, 'must be an e-mail address such as ada@example.com, in the characters of ASCII'),
)

export const newMember = z.strictObject({
  email,
  role: z.literal(roles),
  projectIds: z.optional(z.nullable(boundProjects)),
})
export type NewMember = z.output<typeof newMember>

/** A change of a member. The e-mail address cannot change: another address is another person. */
export const memberChange = z.strictObject({
  role: z.optional(z.literal(roles)),
  projectIds: z.optional(z.nullable(boundProjects)),
})
export type MemberChange = z.output<typeof memberChange>

/** The texts of the bodies of members. */
export const memberBodyTexts = (): FieldTexts<z.input<typeof newMember>> => ({
  email: {
    meaning: `The person's e-mail address at the identity provider, at most ${maxEmailCharacters} characters. Upper and lower case of A to Z are the same`,
    example: 'ada@example.com',
  },
  role: {
    meaning:
      'What the member may do: `admin` has all scopes, `member` has `read`, `write`, `delete` and `hooks`, `viewer` has `read`',
    example: 'member',
  },
  projectIds: {
    meaning: `The projects that the member is bound to, at most ${maxBoundProjects}; null for all projects`,
    example: null,
  },
})

export const memberParams = z.strictObject({ memberId: uuid })
export const memberAnswer = z.object({ member })
