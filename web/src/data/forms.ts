import { useInfiniteQuery, useQuery } from '@tanstack/preact-query'
import { dataOf } from '../../../client/src/http.ts'
import type { SubmissionFilter, WholeSubmission } from '../../../client/src/index.ts'
import { keys, useApi } from './api.ts'
import { beatOf } from './connection.ts'

const beat = beatOf(10_000)

/** All forms of the account, oldest first. */
export function useForms() {
  const { client } = useApi()
  return useQuery({
    queryKey: keys.forms,
    queryFn: async ({ signal }) => (await client.forms.list({ signal })).forms,
    refetchInterval: beat,
  })
}

/** One form. */
export function useForm(formId: string) {
  const { client } = useApi()
  return useQuery({
    queryKey: keys.form(formId),
    queryFn: async ({ signal }) => (await client.forms.get(formId, { signal })).form,
    refetchInterval: beat,
  })
}

/** The submissions of a form, page by page, newest first. Without an outcome: all. */
export function useSubmissions(formId: string, outcome: SubmissionFilter['outcome']) {
  const { client } = useApi()
  return useInfiniteQuery({
    queryKey: keys.submissions(formId, outcome ?? 'all'),
    initialPageParam: undefined as string | undefined, // gives later cursors their type
    queryFn: ({ pageParam: cursor, signal }) => {
      const query = { limit: 50, ...(outcome && { outcome }), ...(cursor !== undefined && { cursor }) }
      const params = { path: { formId }, query }
      return dataOf(client.http.GET('/forms/{formId}/submissions', { params, signal }), 'submissions')
    },
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    refetchInterval: beat,
  })
}

/** One submission with its body. */
export function useSubmission(formId: string, submissionId: string) {
  const { client } = useApi()
  return useQuery({
    queryKey: keys.submission(formId, submissionId),
    queryFn: async ({ signal }) =>
      (await client.submissions.get(formId, submissionId, { signal })).submission,
  })
}

/** A submission's body as its form reads it. Its error says nothing: the body is shown as it was sent. */
export function useReading(
  formId: string,
  { content_type: contentType, body, is_base64 }: WholeSubmission['raw'],
) {
  const { client } = useApi()
  return useQuery({
    queryKey: keys.preview(formId, [contentType, body]),
    enabled: !is_base64,
    retry: false,
    gcTime: 0,
    queryFn: ({ signal }) => client.forms.preview(formId, { contentType, body }, { signal }),
  })
}
