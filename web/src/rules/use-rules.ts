import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/preact-query'
import { useRef } from 'preact/hooks'
import { rulesOf } from '../../../client/src/rules.ts'
import { dataOf } from '../../../client/src/http.ts'
import { keys, useApi } from '../data/api.ts'
import { beatOf } from '../data/connection.ts'
import { useFieldList, useProject, useProjects } from '../data/queries.ts'
import { useSettled } from '../ui/use-settled.ts'
import type { Rule, RuleRequest, Run } from './requests.ts'
import type { Names } from './sentence.ts'

/** The rules of a project, oldest first. */
export function useRules(projectId: string) {
  const { client } = useApi()
  return useQuery({
    queryKey: keys.projectRules(projectId),
    queryFn: async ({ signal }) => (await rulesOf(client.http).list({ projectId, signal })).rules,
    refetchInterval: beatOf(10_000),
  })
}

/** One rule. */
export function useRule(ruleId: string) {
  const { client } = useApi()
  return useQuery({
    queryKey: keys.rule(ruleId),
    queryFn: async ({ signal }) => (await rulesOf(client.http).get(ruleId, { signal })).rule,
    refetchInterval: (query) => beatOf(query.state.data?.preparing ? 1_000 : 5_000)(query),
  })
}

/** When a rule runs next. It is asked again when the rule has changed. */
export function useNextTimes({ id, updated_at, next_at, preparing }: Rule) {
  const { client } = useApi()
  return useQuery({
    queryKey: keys.ruleTimes(id, [updated_at, next_at, preparing]),
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await rulesOf(client.http).preview(id, { signal })).occurrences,
  })
}

/** The log of a rule, page by page, newest first. Without an outcome: all. */
export function useRuns(ruleId: string, outcome: NonNullable<Run['outcome']> | undefined) {
  const { client } = useApi()
  return useInfiniteQuery({
    queryKey: keys.runs(ruleId, outcome ?? 'all'),
    initialPageParam: undefined as string | undefined, // gives later cursors their type
    queryFn: ({ pageParam: cursor, signal }) => {
      const query = { limit: 50, ...(outcome && { outcome }), ...(cursor !== undefined && { cursor }) }
      const params = { path: { ruleId }, query }
      return dataOf(client.http.GET('/rules/{ruleId}/runs', { params, signal }), 'runs')
    },
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    refetchInterval: beatOf(5_000),
  })
}

const debounceMs = 400

/**
 * When a rule that is edited would run, a moment after its last change.
 * @param request undefined: it is not whole yet
 * @returns `isOld`: what is known is about an earlier state of it
 */
export function usePreview(request: RuleRequest | undefined) {
  const { client } = useApi()
  const text = request ? JSON.stringify(request) : ''
  const asked = useSettled(text, debounceMs)
  const { data, error, isPending, isPlaceholderData } = useQuery({
    queryKey: keys.newRuleTimes(asked),
    enabled: asked !== '',
    retry: false,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    queryFn: async ({ signal }) => {
      const body = JSON.parse(asked) as RuleRequest // made above
      return (await rulesOf(client.http).create(body, { dryRun: true, signal })).preview.occurrences
    },
  })
  // what was refused stays until the next answer, so that no words come and go, and no button moves, while it is typed
  const refusal = useRef<Error | null>(null)
  if (asked === '' || !isPending) refusal.current = error
  const times = asked === '' ? undefined : data
  return { times, error: refusal.current, isOld: asked !== text || isPlaceholderData }
}

/** What the ids and keys in the rules of a project are called; undefined until it is known. */
export function useNames(projectId: string): Names | undefined {
  const project = useProject(projectId)
  const fields = useFieldList()
  const projects = useProjects()
  if (project.isPending || fields.isPending || projects.isPending) return undefined
  // what could not be read has no names
  return {
    lanes: project.data?.workflow_lanes ?? [],
    fields: fields.data ?? [],
    projects: projects.data ?? [],
  }
}
