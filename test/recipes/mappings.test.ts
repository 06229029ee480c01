import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { IncomingRequest } from '../../lib/forms/read-body.ts'
import { receive } from '../../lib/forms/receive.ts'
import { formRequest, jsonRequest, recorded } from '../lib/forms/requests.ts'
import { blocksOf, expectShownTask, mappingOf, recipeOf } from './recipe.ts'

const nowMs = Date.parse('2026-11-21T14:03:27Z')

/** A block of a recipe that shows what is sent. */
const shown = (recipe: string, language: string, holds: string): string =>
  blocksOf(recipeOf(recipe), language).find((block) => block.includes(holds)) ?? ''

const examples: [string, IncomingRequest][] = [
  ['typeform', recorded.typeform],
  ['tally', recorded.tally],
  ['jotform', recorded.jotform],
  ['google-forms', recorded.google],
  ['html', formRequest(shown('html', 'text', 'name=Ada').trim())],
  ['wordpress', jsonRequest(shown('wordpress', 'json', '"your-name": "Ada"'))],
  ['automation', jsonRequest(shown('automation', 'json', '"sku"'))],
]

it.each(examples)('the mapping in the recipe %s makes the task that it shows', async (recipe, request) => {
  const example = mappingOf(recipe)
  expectShownTask(await receive(example.rules, request, nowMs), example)
})

/** Documents of the folder that are no recipe for a form. */
const others = ['README.md', 'agents.md', 'import.md', 'n8n.md', 'scheduled.md', 'webhooks.md']

it('every recipe for a form has a mapping, and says what was not tried', () => {
  const recipes = readdirSync('docs/recipes')
    .filter((file) => file.endsWith('.md') && !others.includes(file))
    .map((file) => file.replace('.md', ''))
  expect(examples.map(([recipe]) => recipe).sort()).toEqual(recipes.sort())
  for (const recipe of recipes) {
    expect(recipeOf(recipe)).toContain('**Not tried')
    expect(recipeOf('README')).toContain(`(${recipe}.md)`)
  }
})
