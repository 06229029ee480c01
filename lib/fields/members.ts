import { isUuid } from '../contract/fields.ts'
import { isJsonObject } from '../shared/json.ts'
import { inParallel } from '../table/in-parallel.ts'
import type { Tenant } from '../table/tenant.ts'
import { emailPattern } from '../members/email.ts'
import { findMemberName, type MemberName } from '../members/find-name.ts'
import { memberIdOf } from '../members/member-item.ts'

/** The value of a condition that stands for the member who asks. */
export const me = 'me'

/** How a value names a member: by id or e-mail address, or as answers show it, with both. */
function referenceIn(given: unknown): Partial<MemberName> | undefined {
  if (typeof given === 'string') {
    const text = given.trim()
    if (isUuid(text)) return { id: text.toLowerCase() }
    return emailPattern.test(text) ? { email: text } : undefined
  }
  // the e-mail address alone counts: a file of another account has other ids
  return isJsonObject(given) && typeof given.email === 'string' ? referenceIn(given.email) : undefined
}

/** A member by a value that named one earlier. A value that is an id alone does not say which address it was: that is empty. */
export function memberNamedBy(accountId: string, given: unknown): MemberName | undefined {
  const { id, email } = referenceIn(given) ?? {}
  if (email !== undefined) return { id: memberIdOf(accountId, email), email }
  return id === undefined ? undefined : { id, email: '' }
}

/** The id of the member that a value names, whether or not the account has this member; undefined if it names none. */
export const memberIdIn = (accountId: string, given: unknown): string | undefined =>
  memberNamedBy(accountId, given)?.id

/** How many members a request looks up at once. */
const readsAtOnce = 20

/**
 * The members that the values of a request name. Values are judged in one go, and the fields' types say which of them are
 * members. So a first look notes them, `readNoted` looks them up, and a second look finds them.
 */
export class NamedMembers {
  readonly #tenant: Tenant
  readonly #found = new Map<string, MemberName | null>()
  readonly #noted = new Set<string>()

  constructor(tenant: Tenant) {
    this.#tenant = tenant
  }

  /** The member that a value names, if the account has it. */
  find(given: unknown): MemberName | undefined {
    const id = memberIdIn(this.#tenant.accountId, given)
    if (id === undefined) return undefined
    const found = this.#found.get(id)
    if (found === undefined) this.#noted.add(id)
    return found ?? undefined
  }

  /** Looks up what was not found: once each. @returns whether there was anything to look up */
  async readNoted(): Promise<boolean> {
    const ids = [...this.#noted]
    this.#noted.clear()
    await inParallel(ids, readsAtOnce, async (id) => {
      this.#found.set(id, await findMemberName(this.#tenant, id))
    })
    return ids.length > 0
  }
}
