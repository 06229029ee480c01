import { keepPreviousData, useQuery } from '@tanstack/preact-query'
import { formsOf } from '../../../client/src/forms.ts'
import type { FormSample } from '../../../client/src/index.ts'
import { keys, useApi } from '../data/api.ts'
import { useSettled } from '../ui/use-settled.ts'
import { contentTypes, type SampleKind } from './mapping.ts'

const debounceMs = 300

/** What a form would make of a sample with a mapping, a moment after the last change of either. */
export function usePreview(
  formId: string,
  sample: string,
  kind: SampleKind,
  mapping: FormSample['mapping'] | null,
) {
  const { client } = useApi()
  // a form's body has no line break at its end; a text that was pasted may have one
  const body = sample.trim()
  const request = JSON.stringify({ contentType: contentTypes[kind], body, mapping })
  const asked = useSettled(body === '' ? '' : request, debounceMs)
  return useQuery({
    queryKey: keys.preview(formId, asked),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 60_000,
    queryFn: ({ signal }) =>
      formsOf(client.http).preview(formId, JSON.parse(asked) as FormSample, { signal }), // made above
  })
}
