import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { IncomingRequest } from '../../lib/forms/read-body.ts'
import { receive } from '../../lib/forms/receive.ts'
import { signatureProblem } from '../../lib/forms/signature.ts'
import { recorded } from '../lib/forms/requests.ts'
import { runScript, type Fetched, type Response } from './apps-script.ts'
import { blocksOf, expectShownTask, mappingOf, recipeOf } from './recipe.ts'

interface Sample {
  source: string
  responseId: string
  submittedAt: string
  respondentEmail: string
  answers: { id: number; title: string; type: string; value: unknown; rows?: string[] }[]
}

// the shape of our own file
const sample = JSON.parse(readFileSync('test/fixtures/forms/google.json', 'utf8')) as Sample

const response: Response = {
  id: sample.responseId,
  timestamp: new Date(sample.submittedAt),
  email: sample.respondentEmail,
  answers: sample.answers.map(({ value, ...item }) => ({ item, value })),
}

const url = 'https://api.example.com/v1/hooks/hk_secret'
const nowMs = Date.parse('2026-11-21T14:03:27Z')

/** The request that the API gets of a call of UrlFetchApp. */
const requestOf = ({ contentType, headers, payload }: Fetched): IncomingRequest => ({
  headers: {
    'content-type': contentType,
    ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
  },
  bytes: Buffer.from(payload),
})

/** The script, installed. */
function installed(...parameters: Parameters<typeof runScript>) {
  const script = runScript(...parameters)
  script.install()
  return script
}

const only = ([first, ...others]: Fetched[]): Fetched => {
  if (!first || others.length > 0) throw new Error('not one request')
  return first
}

describe('the script for Google Forms', () => {
  it('stands whole in the recipe', () => {
    expect(blocksOf(recipeOf('google-forms'), 'js')).toEqual([
      readFileSync('docs/recipes/google-forms.gs', 'utf8'),
    ])
  })

  it('installs one trigger, however often it is run', () => {
    const script = runScript({ url })
    script.install()
    script.install()
    expect(script.triggers()).toEqual(['sendSubmission'])
  })

  it('sends a response that becomes the task of the recipe', async () => {
    const script = installed({ url })
    script.submit(response)
    const sent = only(script.fetched)
    const { source, responseId, submittedAt, respondentEmail, answers } = sample
    expect(sent).toMatchObject({ url, method: 'post', contentType: 'application/json', headers: {} })
    expect(JSON.parse(sent.payload)).toEqual({ source, responseId, submittedAt, respondentEmail, answers })
    const example = mappingOf('google-forms')
    expectShownTask(await receive(example.rules, requestOf(sent), nowMs), example)
  })

  it('sends what makes the task of the recorded sample, by its id, without a mapping', async () => {
    const script = installed({ url })
    script.submit(response)
    const receipt = await receive({ name: 'Contact' }, requestOf(only(script.fetched)), nowMs)
    expect(receipt).toEqual(await receive({ name: 'Contact' }, recorded.google, nowMs))
    expect(receipt).toMatchObject({ outcome: 'task', dedupe: { key: `submission ${sample.responseId}` } })
  })

  it('leaves out an address that the form does not collect', () => {
    const script = installed({ url })
    script.submit({ ...response, email: '' })
    expect(JSON.parse(only(script.fetched).payload)).not.toHaveProperty('respondentEmail')
  })

  it('sends the secret that the form asks for', () => {
    const signature = { scheme: 'header', header: 'X-Form-Secret', secret: 's3cret' } as const
    const signed = installed({ url, secret: 's3cret' })
    signed.submit(response)
    expect(signatureProblem(signature, requestOf(only(signed.fetched)), nowMs)).toBeUndefined()
    const unsigned = installed({ url })
    unsigned.submit(response)
    expect(signatureProblem(signature, requestOf(only(unsigned.fetched)), nowMs)).toBeDefined()
  })

  it('repeats what may pass, with the same body, after longer and longer waits', () => {
    const script = installed({ url }, { answers: [503, 429, 'unreachable'] })
    script.submit(response)
    expect(script.fetched).toHaveLength(4)
    expect(new Set(script.fetched.map(({ payload }) => payload)).size).toBe(1)
    expect(script.sleptMs).toEqual([5_000, 15_000, 45_000])
  })

  it('fails after five requests, and says so without the URL', () => {
    const script = installed({ url }, { answers: [500, 500, 500, 500, 'unreachable'] })
    expect(() => {
      script.submit(response)
    }).toThrow(`Response ${sample.responseId} was not sent: the API was not reached. Run resend() later.`)
    expect(script.fetched).toHaveLength(5)
  })

  it.each([400, 401, 404, 413])('fails at once after %i, which no repeat changes', (status) => {
    const script = installed({ url }, { answers: [status] })
    expect(() => {
      script.submit(response)
    }).toThrow(`The API refused a response with ${status}: {"error": {"code": "some_code"}}`)
    expect(script.fetched).toHaveLength(1)
  })

  it('sends the responses of the last 7 days again', () => {
    const dayMs = 24 * 60 * 60 * 1000
    const daysAgo = (days: number) => new Date(Date.now() - days * dayMs)
    const responses = [8, 6, 1].map((days) => ({ ...response, id: `r${days}`, timestamp: daysAgo(days) }))
    const script = installed({ url }, { responses })
    script.resend()
    const ids = script.fetched.map(({ payload }) => (JSON.parse(payload) as Sample).responseId)
    expect(ids).toEqual(['r6', 'r1'])
  })
})
