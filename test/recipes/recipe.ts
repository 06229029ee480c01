import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import type { Mapping } from '../../lib/forms/settings.ts'
import type { FormRules, Receipt } from '../../lib/forms/receive.ts'

export const recipeOf = (name: string): string => readFileSync(`docs/recipes/${name}.md`, 'utf8')

/** The code blocks of a document in a language, also those in lists, without their indentation. */
export const blocksOf = (document: string, language: string): string[] =>
  [...document.matchAll(new RegExp(`^( *)\`\`\`${language}\\n([^]*?)^ *\`\`\`$`, 'gm'))].map(
    ([, indentation = '', block = '']) => block.replaceAll(new RegExp(`^${indentation}`, 'gm'), ''),
  )

/** A task as the answer of a preview shows it. */
interface ShownTask {
  label: string
  description: string
  status: 0 | 1 | 2
  workflow_lane_id: null
  external_id?: string
  /** Its values of the account's fields: here, only texts and dates, which the mapping gives as they are shown. */
  fields?: Record<string, string>
}

export interface MappingExample {
  rules: FormRules
  task: ShownTask
}

/** The mapping that a recipe shows, and the task that it says comes of it: the JSON blocks that have such a member. */
export function mappingOf(name: string): MappingExample {
  // what the recipes hold; the tests fail on anything else
  const blocks = blocksOf(recipeOf(name), 'json').map((block) => JSON.parse(block) as Record<string, unknown>)
  const settings = blocks.find((block) => block.mapping) as Partial<FormRules> & { mapping: Mapping }
  const { task } = blocks.find((block) => block.task) as { task: ShownTask }
  return { rules: { name: 'Contact', ...settings }, task }
}

/** Expects that a submission became the task that a recipe shows, whole and without a warning about its mapping. */
export function expectShownTask(receipt: Receipt, { task }: MappingExample): void {
  const { workflow_lane_id, external_id, fields, ...rest } = task
  expect(workflow_lane_id).toBeNull()
  expect(receipt).toMatchObject({ outcome: 'task', truncated: false })
  if (receipt.outcome !== 'task') return
  // no mapping of a recipe names a status, and a task without a lane is open then
  expect({ status: 0, ...receipt.task }).toEqual({
    ...rest,
    ...(external_id !== undefined && { externalId: external_id }),
  })
  expect(receipt.texts).toEqual(fields)
  expect(receipt.warnings.filter((warning) => warning.includes('lacks'))).toEqual([])
}
