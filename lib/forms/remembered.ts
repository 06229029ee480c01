import { MinuteCache } from '../table/minute-cache.ts'
import type { Tenant } from '../table/tenant.ts'
import type { FormItem } from './form-item.ts'

/** A form with the plan and the time zone of its account; undefined if no form has the key. */
export type FoundForm = ({ form: FormItem; isPro: boolean } & Pick<Tenant, 'timeZone'>) | undefined

/** Forms by the hashes of their keys, as this process has read them within the last minute. */
export const rememberedForms = new MinuteCache<FoundForm>()

/**
 * Forgets a changed form, so that the change takes effect at once in a process that runs all functions, as on one
 * machine. On AWS each function has a process of its own, and a change takes effect within a minute.
 */
export function forgetForm({ keys }: FormItem): void {
  for (const { hash } of keys) rememberedForms.delete(hash)
}
