import type { TestTenant } from '../../support/tenant.ts'

/** Makes a form. Its URL ends with its key. */
export async function newForm(tenant: TestTenant, settings: object = {}) {
  const { body } = await tenant.send('POST', '/forms', {
    body: { projectId: tenant.projectId, name: 'Sample', ...settings },
  })
  const { form } = body as { form: { id: string; url: string } } // checked on its way
  return { formId: form.id, key: String(form.url.split('/').at(-1)) }
}

/** Sends a submission to a form. */
export const submit = async (tenant: TestTenant, key: string, body: object) =>
  (await tenant.send('POST', `/hooks/${key}`, { body })).body as { submission_id: string } // checked on its way

/** A form whose submissions are comments on a task that is there. */
export async function ofComments(tenant: TestTenant, settings: object = {}) {
  await tenant.createTask({ externalId: 'commented' })
  const mapping = { label: '{{name}}', commentOn: 'ext:commented' }
  return newForm(tenant, { mapping, dedupeBy: 'name', ...settings })
}

/** The same with a held submission, which a replay makes a comment. */
export async function heldComment(tenant: TestTenant) {
  const form = await ofComments(tenant, { paused: true })
  const { submission_id } = await submit(tenant, form.key, { name: 'Ada' })
  return { ids: { ...form, submissionId: submission_id } }
}
