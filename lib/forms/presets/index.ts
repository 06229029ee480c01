import { sources, type Source } from '../settings.ts'
import type { Preset, PresetInput, Reading } from '../reading.ts'
import { formbricks } from './formbricks.ts'
import { generic } from './generic.ts'
import { github } from './github.ts'
import { google } from './google.ts'
import { jotform } from './jotform.ts'
import { tally } from './tally.ts'
import { typeform } from './typeform.ts'

const presets = { github, typeform, tally, jotform, formbricks, google, generic } satisfies Record<
  Source,
  Preset
>

/** Detects the sender of a request by its headers and body. The generic preset comes last: it accepts everything. */
export const detectSource = (input: PresetInput): Source =>
  sources.find((source) => presets[source].detect(input)) ?? 'generic'

/** Reads a request in the format of a sender. */
export const readSubmission = (source: Source, input: PresetInput): Reading => presets[source].read(input)
